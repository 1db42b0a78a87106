// Text for pages.
#ifndef WI_HTML_H
#define WI_HTML_H

#include <stddef.h>
#include <stdio.h>

// Text from anywhere as what it is, never as tags: & < > " ' are escaped, control characters left out, and what is no
// UTF-8 becomes U+FFFD. NULL prints nothing.
void wi_html_text(FILE *to, const char *text);

// Bytes in base64, for data: addresses.
void wi_html_base64(FILE *to, const unsigned char *bytes, size_t size);

// A number with its decimals, or a dash where it is not finite.
const char *wi_html_number(char text[40], double value, int decimals);

#endif
