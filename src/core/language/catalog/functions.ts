import type { Descriptions } from './entry';

const unit = 'unit:year|mon|day|hour|min|sec|msec';

/** Functions for expressions; `min`, `max` and `array` are also aggregates. */
export const expressionFunctions: Descriptions = {
  // Convert, test and select values, or read parameters.
  date: [
    'text, format, [locale]',
    'Reads a date from text, by a SimpleDateFormat pattern. Parts out of range roll over: February 31 is in March.',
    'date("2024-01-31", "yyyy-MM-dd")',
  ],
  double: ['value', 'Converts to a decimal number; null if that fails.', 'double("1.5")'],
  int: ['value', 'Converts to a 32-bit integer; null if that fails.', 'int("42")'],
  long: ['value', 'Converts to a 64-bit integer; null if that fails.', 'long("42")'],
  string: [
    'value, [format], [zone]',
    'Converts to text. A date can have a SimpleDateFormat pattern, and a time zone or a locale.',
    'string(now(), "yyyyMMdd", "GMT+09")',
  ],
  str: ['value, [format], [zone]', 'The same as string().', 'str(status)'],
  ip: [
    'value',
    'Converts text or a number to an IPv4 or IPv6 address; null if it is not valid. Addresses are compared by value, and equal a network such as "10.0.0.0/8" if they are in it.',
    'ip(src_ip) == "10.0.0.0/8"',
  ],
  array: ['value…', 'Creates a list of the values.', 'array(1, 2, 3)'],
  dict: [
    'key, value…',
    'Creates a map from alternating keys and values.',
    'dict("user", user, "action", action)',
  ],
  binary: ['text, [charset]', 'The bytes of text, in UTF-8 by default.', 'tohex(binary(payload))'],
  encode: [
    'text, [charset]',
    'The bytes of text, in UTF-8 by default; null for anything else.',
    'encode(payload, "EUC-KR")',
  ],
  decode: [
    'bytes, [charset]',
    'The text that bytes are, in UTF-8 by default.',
    'decode(frombase64(payload))',
  ],
  fromhex: ['text', 'Reads bytes from hexadecimal digits.', 'fromhex("616263")'],
  tohex: ['bytes', 'Writes bytes as hexadecimal digits; null for anything else.', 'tohex(binary(payload))'],
  frombase64: ['text', 'Reads bytes from Base64 text.', 'frombase64("YWJj")'],
  tobase64: ['bytes', 'Writes bytes as Base64 text; null for anything else.', 'tobase64(binary(payload))'],
  groups: [
    'text, regex',
    'The groups of the first match of a regular expression, as a list.',
    'groups(line, "(\\\\d+)-(\\\\d+)")',
  ],
  isnull: ['value', 'Whether the value is null.', 'isnull(user)'],
  isnotnull: ['value', 'Whether the value is not null.', 'isnotnull(user)'],
  isnum: ['value', 'Whether the value is a number.', 'isnum(status)'],
  isstr: ['value', 'Whether the value is text.', 'isstr(status)'],
  typeof: ['value', 'The name of the value’s type.', 'typeof(status)'],
  if: [
    'condition, then, otherwise',
    'The second value if the condition holds, otherwise the third. Any value holds but null and false.',
    'if(status >= 500, "error", "ok")',
  ],
  case: [
    'condition, value, more…',
    'The value after the first condition that is true; a single last value is the default.',
    'case(status >= 500, "error", status >= 400, "warning", "ok")',
  ],
  in: [
    'value, candidate…',
    'Whether the value is one of the candidates. Text can contain * as a wildcard.',
    'in(method, "PUT", "POST")',
  ],
  match: ['text, regex', 'Whether the regular expression matches.', 'match(line, "user=\\\\w+")'],
  nvl: ['value, default', 'The value, or the default if it is null.', 'nvl(user, "unknown")'],
  not: [
    'condition',
    'The negation of the condition. The language has no ! or not operator.',
    'not(contains(path, "/health"))',
  ],
  hash: [
    'algorithm:md5|sha1|sha256|sha384|sha512, bytes',
    'The digest of bytes, as bytes; null for anything else.',
    'tohex(hash("sha256", binary(payload)))',
  ],
  encrypt: [
    'cipher, key, bytes, [vector]',
    'Encrypts bytes with a cipher of Java, such as "AES/CBC/PKCS5Padding".',
    'encrypt("AES", binary($("key")), binary(payload))',
  ],
  decrypt: [
    'cipher, key, bytes, [vector]',
    'Decrypts bytes with a cipher of Java, such as "AES/CBC/PKCS5Padding".',
    'decode(decrypt("AES", binary($("key")), frombase64(payload)))',
  ],
  randbytes: ['count', 'Random bytes, 1 to 10,240.', 'tohex(randbytes(16))'],
  ip2int: ['ip', 'The IPv4 address as a 32-bit integer with a sign.', 'ip2int(src_ip)'],
  reverseip: ['ip', 'The IPv4 address with its octets reversed, as text.', 'reverseip(src_ip)'],
  ip2long: ['ip', 'The IPv4 address as a number; null for IPv6.', 'ip2long(src_ip)'],
  long2ip: ['number', 'The address that a number represents, as text.', 'long2ip(3232235521)'],
  network: [
    'ip, cidr',
    'The network of an IPv4 or IPv6 address, for a prefix length.',
    'network(src_ip, 24)',
  ],
  evtctxget: [
    'topic, key, part:counter|created|expire|timeout|rows',
    'A part of the event context of a key; null without one.',
    'evtctxget("logins", user, "counter")',
  ],
  evtctxgetvar: [
    'topic, key, name',
    'A variable of the event context of a key; null without one.',
    'evtctxgetvar("logins", user, "source")',
  ],
  evtctxsetvar: [
    'topic, key, name, value',
    'Sets a variable of the event context of a key; false without one.',
    'evtctxsetvar("logins", user, "source", src_ip)',
  ],
  $: [
    'name, [default]',
    'The value of a parameter, or the default if it is not set. Also allowed as the value of an option.',
    '$("threshold", 100)',
  ],
  field: ['name', 'A field by its name, which may be computed.', 'field("user name")'],
  whoami: ['', 'The login name of the account that runs the query.', 'whoami()'],

  // Text.
  concat: ['value…', 'Joins values into one string. (+ only adds numbers.)', 'concat(user, "@", host)'],
  contains: ['text, part', 'Whether the text contains the part.', 'contains(path, "/admin")'],
  format: [
    'pattern, value…',
    'Formats values with a java.util.Formatter pattern such as "%s: %d" or "%2$s". One list can stand for all values.',
    'format("%s: %d", user, count)',
  ],
  guid: ['', 'A new random identifier.', 'guid()'],
  indexof: [
    'text, part, [start]',
    'The first position of the part, from 0 or from the given start; -1 if not found.',
    'indexof(line, "user=")',
  ],
  lastindexof: [
    'text, part, [start]',
    'The last position of the part, from 0, at the given start or before it; -1 if not found.',
    'lastindexof(path, "/")',
  ],
  left: ['text, length', 'The first characters.', 'left(path, 10)'],
  right: ['text, length', 'The last characters.', 'right(path, 4)'],
  len: ['text', 'The number of characters; 0 for null.', 'len(line)'],
  lower: ['text', 'In lower case.', 'lower(user)'],
  upper: ['text', 'In upper case.', 'upper(method)'],
  lpad: [
    'text, length, [padding]',
    'Pads on the left to a length, with spaces by default. Longer text is cut.',
    'lpad(code, 5, "0")',
  ],
  rpad: [
    'text, length, [padding]',
    'Pads on the right to a length, with spaces by default. Longer text is cut.',
    'rpad(code, 5)',
  ],
  replace: [
    'text, pattern, replacement, [mode:re]',
    'Replaces every occurrence. With "re", the pattern is a regular expression.',
    'replace(line, "\\\\d+", "#", "re")',
  ],
  split: [
    'text, delimiter, [limit]',
    'Splits into a list, of at most so many parts if there is a limit.',
    'split(path, "/")',
  ],
  strjoin: ['delimiter, list', 'Joins the items of a list into one string.', 'strjoin(", ", users)'],
  substr: [
    'text, begin, [end]',
    'The part from begin, counted from 0, up to, but not including, end. Negative positions count from the end.',
    'substr(line, 0, 10)',
  ],
  trim: ['text', 'Without spaces, tabs and line breaks at both ends.', 'trim(user)'],
  urldecode: [
    'text, [charset]',
    'Decodes the percent escapes of a URL, in UTF-8 by default.',
    'urldecode(query)',
  ],
  urlencode: [
    'text, [charset]',
    'Encodes text with the percent escapes of a URL, in UTF-8 by default.',
    'urlencode(query)',
  ],
  kvjoin: [
    'assignment, separator, [regex]',
    'Writes all fields, or those whose names match the regular expression, as text such as a=1&b=2.',
    'kvjoin("=", "&")',
  ],
  rowtext: [
    '',
    'The values of all fields whose names do not start with _, one after another.',
    'contains(lower(rowtext()), "mimikatz")',
  ],

  // Numbers and dates.
  abs: ['number', 'The absolute value.', 'abs(delta)'],
  ceil: ['number, [digits]', 'Rounded up.', 'ceil(ratio)'],
  floor: ['number, [digits]', 'Rounded down.', 'floor(ratio)'],
  round: [
    'number, [digits]',
    'Rounded to the nearest value, with the given number of decimal places.',
    'round(ratio, 2)',
  ],
  sqrt: ['number', 'The square root.', 'sqrt(area)'],
  pow: ['base, exponent', 'The base to the power of the exponent.', 'pow(2, 10)'],
  exp: ['number', 'e to the power of the number.', 'exp(1)'],
  log: ['number', 'The natural logarithm.', 'log(bytes)'],
  log10: ['number', 'The logarithm to base 10.', 'log10(bytes)'],
  mod: ['number, divisor', 'The remainder of a division. The language has no % operator.', 'mod(id, 10)'],
  min: ['value…', 'The smallest of the values; with stats, the smallest of a group.', 'min(a, b)'],
  max: ['value…', 'The largest of the values; with stats, the largest of a group.', 'max(a, b)'],
  rand: [
    '[bound], [seed]',
    'A random integer from 0 up to, but not including, the bound; always the same with a seed.',
    'rand(100)',
  ],
  sin: ['angle', 'The sine.', 'sin(x)'],
  cos: ['angle', 'The cosine.', 'cos(x)'],
  tan: ['angle', 'The tangent.', 'tan(x)'],
  asin: ['number', 'The arc sine, in radians.', 'asin(x)'],
  acos: ['number', 'The arc cosine, in radians.', 'acos(x)'],
  atan: ['number', 'The arc tangent, in radians.', 'atan(x)'],
  seq: ['', 'The number of the row, from 1.', 'seq()'],
  now: ['', 'The current time.', 'now()'],
  ago: ['span', 'The time a given span ago, such as "3d".', 'ago("3d")'],
  epoch: [
    'number',
    'The date for seconds, which can have a fraction, or milliseconds since 1970.',
    'epoch(1700000000)',
  ],
  dateadd: [
    `date, ${unit}, amount`,
    'The date plus an amount of a unit; a negative amount subtracts.',
    'dateadd(now(), "day", -3)',
  ],
  datediff: [
    `start, end, ${unit}`,
    'The number of units between two dates.',
    'datediff(_time, now(), "min")',
  ],
  datepart: [
    'date, part:century|decade|millenium|year|isoyear|quarter|mon|month|week|day|doy|dow|isodow|hour|min|minute|sec|seconds|msec|milliseconds|microseconds|epoch|timezone|timezone_hour|timezone_minute',
    'One part of a date, as a number.',
    'datepart(_time, "hour")',
  ],
  datetrunc: [
    'date, span, [offset]',
    'The date truncated to a time span, such as "10m". With an offset, intervals begin so much later.',
    'datetrunc(_time, "1d", "6h")',
  ],
  daterange: [
    'start, end, [span]',
    'The dates from start up to, but not including, end, as a list; one a day by default.',
    'daterange(ago("7d"), now())',
  ],

  // Lists and maps.
  valueof: [
    'value, key',
    'An item of a list by its index from 0, or a value of a map by its key.',
    'valueof(split(path, "/"), 1)',
  ],
  subarray: [
    'list, begin, [end]',
    'The items from begin up to, but not including, end. Negative positions count from the end.',
    'subarray(split(path, "/"), 1, 3)',
  ],
  foreach: [
    'expression, list…',
    'What the expression gives for each item of the lists, which are _1, _2 and so on in it.',
    'foreach(concat(_1, "*"), split(path, "/"))',
  ],
  flatten: ['list', 'A list with the items of the lists in it.', 'flatten(array(1, array(2, 3)))'],
  sumarray: ['list', 'The sum of the numbers in a list.', 'sumarray(array(1, 2, 3))'],
  unique: ['list', 'The distinct items of a list.', 'unique(split(users, ","))'],

  // Groups of the platform.
  matchbehavior: ['guid, key…', 'Whether the keys are in a behavior profile.', 'matchbehavior("b1c2", user)'],
  matchblackip: [
    'guid, ip',
    'Whether the address is on a list of malicious addresses.',
    'matchblackip("b1c2", src_ip)',
  ],
  matchfeed: ['feed, text', 'Whether the text is in a threat feed.', 'matchfeed("malware", domain)'],
  matchfilter: ['filter', 'Whether the row passes a saved filter.', 'matchfilter("b1c2")'],
  matchnet: ['guid, ip', 'Whether the IPv4 address is in a group of networks.', 'matchnet("b1c2", src_ip)'],
  matchport: [
    'guid, port, [protocol:TCP|UDP]',
    'Whether the port is in a group of ports.',
    'matchport("b1c2", dst_port, "TCP")',
  ],
  matchsig: ['guid, text', 'Whether the text matches a group of patterns.', 'matchsig("b1c2", line)'],
};
