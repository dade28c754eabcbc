package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.relay.LoopObserver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ProxyFanoutTest {
  /** Each event of each observer that a proxy has, with the method that asks for the observer. */
  static Stream<Arguments> events() {
    return Stream.of(ProxyObserver.class.getMethods())
        .filter(method -> method.getReturnType() != ProxyObserver.class)
        .flatMap(
            asked ->
                Stream.of(asked.getReturnType().getMethods())
                    .filter(event -> !Modifier.isStatic(event.getModifiers()))
                    .map(event -> Arguments.of(asked, event)));
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyEventReachesBothObservers(Method asked, Method event) throws Exception {
    List<String> told = new ArrayList<>();
    ProxyObserver both = recorder("first", told).and(recorder("second", told));
    call(call(both, asked), event);
    assertThat(told).containsExactly("first " + event.getName(), "second " + event.getName());
  }

  @Test
  void loopsThatNobodyAsksForAreNotMeasured() {
    assertThat(ProxyObserver.NONE.and(ProxyObserver.NONE).loops()).isSameAs(LoopObserver.NONE);
  }

  private static ProxyObserver recorder(String name, List<String> told) {
    return proxy(
        ProxyObserver.class,
        asked ->
            proxy(
                asked.getReturnType(),
                event -> {
                  told.add(name + " " + event.getName());
                  return null;
                }));
  }

  /** What a method that is called on a stand-in answers. */
  private interface Call {
    Object answer(Method method);
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        java.lang.reflect.Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType() == ProxyObserver.class
                    ? new ProxyFanout((ProxyObserver) self, (ProxyObserver) arguments[0])
                    : call.answer(method)));
  }

  private static Object call(Object target, Method method)
      throws IllegalAccessException, InvocationTargetException {
    Object[] arguments =
        Stream.of(method.getParameterTypes()).map(ProxyFanoutTest::anything).toArray();
    return method.invoke(target, arguments);
  }

  private static Object anything(Class<?> type) {
    if (type == long.class) {
      return 1L;
    }
    if (type == int.class) {
      return 1;
    }
    return type == boolean.class ? true : null;
  }
}
