/** Endings that English stemming takes off. */
export const ENDINGS: readonly string[] =
  `ation ization izing ized ing ed er es ly ment ness able ible ability ibility ity ive ize al ical ance ence ion ism ous
  y`.split(/\s+/);
