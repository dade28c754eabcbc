package io.ballast.relay;

import io.ballast.relay.LoopSettings.TransportChoice;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the class's tests over each transport. Needs Linux. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@EnumSource(value = TransportChoice.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
@interface EachTransport {}
