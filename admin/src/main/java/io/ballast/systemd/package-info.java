/**
 * What systemd and a service that it runs tell each other: readiness, reload, end and signs of life
 * by way of its notification socket. Other service managers that speak the same protocol are served
 * alike; where there is none, nothing happens.
 */
package io.ballast.systemd;
