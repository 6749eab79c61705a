import type { Descriptions } from './entry';

const unit = 'unit:year|mon|day|hour|min|sec|msec';

/** Functions for expressions; `min`, `max` and `array` are also aggregates. */
export const expressionFunctions: Descriptions = {
  // Convert, test and select values, or read parameters.
  date: [
    'text, format',
    'Reads a date from text, by a SimpleDateFormat pattern.',
    'date("2024-01-31", "yyyy-MM-dd")',
  ],
  double: ['value', 'Converts to a decimal number; null if that fails.', 'double("1.5")'],
  int: ['value', 'Converts to a 32-bit integer; null if that fails.', 'int("42")'],
  long: ['value', 'Converts to a 64-bit integer; null if that fails.', 'long("42")'],
  string: [
    'value, [format]',
    'Converts to text. A date can have a SimpleDateFormat pattern.',
    'string(now(), "yyyyMMdd")',
  ],
  str: ['value, [format]', 'The same as string().', 'str(status)'],
  ip: [
    'text',
    'Converts text to an IPv4 or IPv6 address; null if it is not valid. Addresses are compared by value, and equal a network such as "10.0.0.0/8" if they are in it.',
    'ip(src_ip) == "10.0.0.0/8"',
  ],
  array: ['value…', 'Creates a list of the values.', 'array(1, 2, 3)'],
  dict: [
    'key, value…',
    'Creates a map from alternating keys and values.',
    'dict("user", user, "action", action)',
  ],
  fromhex: ['text', 'Reads bytes from hexadecimal digits.', 'fromhex("616263")'],
  tohex: ['value', 'Writes bytes as hexadecimal digits.', 'tohex(payload)'],
  frombase64: ['text', 'Reads bytes from Base64 text.', 'frombase64("YWJj")'],
  tobase64: ['value', 'Writes bytes as Base64 text.', 'tobase64(payload)'],
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
    'The second value if the condition is true, otherwise the third.',
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
    'algorithm:md5|sha1|sha256, value',
    'The digest of the value, in hexadecimal digits.',
    'hash("sha256", payload)',
  ],
  ip2long: ['ip', 'The IPv4 address as a number; null for IPv6.', 'ip2long(src_ip)'],
  long2ip: ['number', 'The address that a number represents.', 'long2ip(3232235521)'],
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
  field: [
    'name',
    'A field by its name, for names with spaces or other special characters.',
    'field("user name")',
  ],
  whoami: ['', 'The login name of the account that runs the query.', 'whoami()'],

  // Text.
  concat: ['value…', 'Joins values into one string. (+ only adds numbers.)', 'concat(user, "@", host)'],
  contains: ['text, part', 'Whether the text contains the part.', 'contains(path, "/admin")'],
  format: [
    'pattern, value…',
    'Formats values with a pattern such as "%s: %d".',
    'format("%s: %d", user, count)',
  ],
  guid: ['', 'A new random identifier.', 'guid()'],
  indexof: [
    'text, part, [start]',
    'The first position of the part, from 0 or from the given start; -1 if not found.',
    'indexof(line, "user=")',
  ],
  lastindexof: [
    'text, part',
    'The last position of the part, from 0; -1 if not found.',
    'lastindexof(path, "/")',
  ],
  left: ['text, length', 'The first characters.', 'left(path, 10)'],
  right: ['text, length', 'The last characters.', 'right(path, 4)'],
  len: ['text', 'The number of characters.', 'len(line)'],
  lower: ['text', 'In lower case.', 'lower(user)'],
  upper: ['text', 'In upper case.', 'upper(method)'],
  lpad: [
    'text, length, [padding]',
    'Pads on the left to a length, with spaces by default.',
    'lpad(code, 5, "0")',
  ],
  rpad: [
    'text, length, [padding]',
    'Pads on the right to a length, with spaces by default.',
    'rpad(code, 5)',
  ],
  replace: [
    'text, pattern, replacement, [mode:re]',
    'Replaces every occurrence. With "re", the pattern is a regular expression.',
    'replace(line, "\\\\d+", "#", "re")',
  ],
  split: ['text, delimiter', 'Splits into a list.', 'split(path, "/")'],
  strjoin: ['delimiter, list', 'Joins the items of a list into one string.', 'strjoin(", ", users)'],
  substr: [
    'text, begin, [end]',
    'The part from begin, counted from 0, up to, but not including, end.',
    'substr(line, 0, 10)',
  ],
  trim: ['text', 'Without leading and trailing spaces.', 'trim(user)'],
  urldecode: [
    'text, [charset]',
    'Decodes the percent escapes of a URL. The local platform supports only the charset UTF-8.',
    'urldecode(query)',
  ],
  urlencode: [
    'text, [charset]',
    'Encodes text with the percent escapes of a URL. The local platform supports only the charset UTF-8.',
    'urlencode(query)',
  ],
  kvjoin: [
    '[map], [assignment], [separator]',
    'Writes a map, or all fields if none is given, as text such as a=1&b=2. By default, "=" separates key and value, and a space separates pairs.',
    'kvjoin(dict("a", 1), "=", "&")',
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
  rand: ['[bound]', 'A random integer from 0 up to, but not including, the bound.', 'rand(100)'],
  sin: ['angle', 'The sine.', 'sin(x)'],
  cos: ['angle', 'The cosine.', 'cos(x)'],
  tan: ['angle', 'The tangent.', 'tan(x)'],
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
    `date, ${unit.replace('unit', 'part')}`,
    'One part of a date, as a number.',
    'datepart(_time, "hour")',
  ],
  datetrunc: ['date, span', 'The date truncated to a time span, such as "10m".', 'datetrunc(_time, "10m")'],
};

/** Functions for `stats` and `timechart`. */
export const aggregateFunctions = {
  count: ['[value]', 'The number of rows, or of values that are not null.', 'count'],
  sum: ['value', 'The sum.', 'sum(bytes)'],
  avg: ['value', 'The mean.', 'avg(duration)'],
  min: ['value', 'The smallest value.', 'min(_time)'],
  max: ['value', 'The largest value.', 'max(_time)'],
  first: ['value', 'The first value.', 'first(user)'],
  last: ['value', 'The last value.', 'last(user)'],
  dc: ['value', 'The number of distinct values.', 'dc(src_ip)'],
  estdc: ['value, [bits]', 'The estimated number of distinct values, using little memory.', 'estdc(src_ip)'],
  values: ['value', 'The distinct values as a list, at most 100.', 'values(user)'],
  array: ['value', 'All values as a list, at most 100.', 'array(user)'],
  median: ['value', 'The median.', 'median(duration)'],
  percentile: [
    'value, percent, [method:linear|midpoint|lower|higher|nearest]',
    'The value below which the given percentage of values lies.',
    'percentile(duration, 95)',
  ],
  stddev: ['value', 'The standard deviation.', 'stddev(duration)'],
  var: ['value', 'The variance.', 'var(duration)'],
  corr: ['x, y', 'The correlation of two values.', 'corr(bytes, duration)'],
  cov: ['x, y', 'The covariance of two values.', 'cov(bytes, duration)'],
  slope: ['x, y', 'The slope of the linear regression of two values.', 'slope(bytes, duration)'],
} as const satisfies Descriptions;

export type AggregateFunction = keyof typeof aggregateFunctions;
