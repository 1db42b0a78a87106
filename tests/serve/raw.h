// A client that speaks to the server byte by byte, so that it can speak wrongly.
#ifndef TEST_RAW_H
#define TEST_RAW_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

// Hanging is a failure, too; no right answer takes this long.
#define RAW_PATIENCE 30 // s

static inline int raw_connect_small(uint16_t port, int receive_buffer) {
    int raw = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval patience = {.tv_sec = RAW_PATIENCE};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    assert_true(raw >= 0);
    if (receive_buffer) setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(raw, (struct sockaddr *)&to, sizeof to), 0);
    return raw;
}

static inline int raw_connect(uint16_t port) { return raw_connect_small(port, 0); }

// False if the server has hung up.
static inline bool raw_send(int raw, const void *bytes, size_t size) {
    for (size_t sent = 0; sent < size;) {
        ssize_t some = send(raw, (const char *)bytes + sent, size - sent, MSG_NOSIGNAL);
        if (some <= 0) return false;
        sent += (size_t)some;
    }
    return true;
}

static inline bool raw_say(int raw, const char *text) { return raw_send(raw, text, strlen(text)); }

static inline bool raw_read(int raw, void *to, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t some = recv(raw, (char *)to + got, size - got, 0);
        if (some <= 0) return false;
        got += (size_t)some;
    }
    return true;
}

// Up to the empty line; "" if the server hung up before.
static inline const char *raw_headers(int raw, char text[4096]) {
    size_t size = 0;
    text[0] = '\0';
    while (size < 4095 && raw_read(raw, text + size, 1)) {
        text[++size] = '\0';
        if (size >= 4 && strcmp(text + size - 4, "\r\n\r\n") == 0) return text;
    }
    return text;
}

// Everything until the server hangs up.
static inline void raw_drain(int raw) {
    char some[4096];
    while (recv(raw, some, sizeof some, 0) > 0) continue;
}

// A request, with header lines that each end with \r\n; returns the status, 0 if there was no answer.
static inline int raw_ask(int raw, const char *line, const char *headers, char answer[4096]) {
    char request[8192];
    snprintf(request, sizeof request, "%s HTTP/1.1\r\n%s\r\n", line, headers);
    if (!raw_say(raw, request)) return 0;
    int status = 0;
    return sscanf(raw_headers(raw, answer), "HTTP/%*d.%*d %d", &status) == 1 ? status : 0;
}

#define RAW_UPGRADE                                                                                \
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: wend-1\r\n"

// A frame as a client sends it; `first` holds the opcode and whether it is the last.
static inline bool raw_frame(int raw, unsigned first, const void *payload, size_t size) {
    unsigned char head[14] = {(unsigned char)first, (unsigned char)(0x80 | (size < 126 ? size : 126)),
                              (unsigned char)(size >> 8), (unsigned char)size};
    assert_true(size < 65536); // masked with zeros, which changes nothing
    return raw_send(raw, head, size < 126 ? 2 : 4) && raw_send(raw, "\0\0\0\0", 4) && raw_send(raw, payload, size);
}

static inline bool raw_text(int raw, const char *text) { return raw_frame(raw, 0x81, text, strlen(text)); }

// A frame from the server: its first byte, with the payload cut to `room`; -1 if it has hung up.
static inline int raw_receive(int raw, unsigned char *payload, size_t room, size_t *size) {
    unsigned char head[2], more[8], rest[4096];
    if (!raw_read(raw, head, 2)) return -1;
    assert_int_equal(head[1] & 0x80, 0);
    size_t bytes = head[1] < 126 ? 0 : head[1] == 126 ? 2 : 8;
    *size = bytes ? 0 : head[1];
    if (!raw_read(raw, more, bytes)) return -1;
    for (size_t i = 0; i < bytes; i++) *size = *size << 8 | more[i];
    if (!raw_read(raw, payload, *size < room ? *size : room)) return -1;
    for (size_t left = *size < room ? 0 : *size - room, some; left > 0; left -= some) {
        some = left < sizeof rest ? left : sizeof rest;
        if (!raw_read(raw, rest, some)) return -1;
    }
    return head[0];
}

// The code with which the server closes, after whatever else it says; 0 if it hangs up without one.
static inline unsigned raw_close_code(int raw) {
    unsigned char payload[128];
    size_t size;
    for (int first = 0; (first = raw_receive(raw, payload, sizeof payload, &size)) >= 0;)
        if ((first & 15) == 8) return size >= 2 ? (unsigned)(payload[0] << 8 | payload[1]) : 0;
    return 0;
}

#endif
