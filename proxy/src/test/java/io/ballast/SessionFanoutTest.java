package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.session.SessionObserver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SessionFanoutTest {
  static Stream<Method> events() {
    return Stream.of(SessionObserver.class.getMethods());
  }

  @ParameterizedTest
  @MethodSource("events")
  void everyEventReachesBothObservers(Method event) throws Exception {
    List<String> told = new ArrayList<>();
    SessionObserver both = new SessionFanout(recorder("first", told), recorder("second", told));
    tell(both, event);
    assertThat(told).containsExactly("first " + event.getName(), "second " + event.getName());
  }

  private static SessionObserver recorder(String name, List<String> told) {
    return (SessionObserver)
        Proxy.newProxyInstance(
            SessionObserver.class.getClassLoader(),
            new Class<?>[] {SessionObserver.class},
            (self, method, arguments) -> {
              told.add(name + " " + method.getName());
              return null;
            });
  }

  private static void tell(SessionObserver observer, Method event)
      throws IllegalAccessException, InvocationTargetException {
    event.invoke(observer, new Object[event.getParameterCount()]);
  }
}
