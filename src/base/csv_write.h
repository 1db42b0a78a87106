// Writing the fields of a row of CSV (RFC 4180).
#ifndef WI_CSV_WRITE_H
#define WI_CSV_WRITE_H

#include <stdio.h>

// In quotes where it has to be.
void wi_csv_put_text(FILE *to, const char *text);

// A comma and the number with nine digits; not finite: an empty field.
void wi_csv_put_number(FILE *to, double value);

#endif
