import type { Descriptions } from './entry';

const unit = 'unit:year|mon|day|hour|min|sec|msec';

/** Functions for numbers and dates: parameters, description and example. */
export const numberFunctions: Descriptions = {
  abs: ['number', 'The absolute value.', '절댓값입니다.', 'abs(delta)'],
  ceil: ['number, [digits]', 'Rounded up.', '올림합니다.', 'ceil(ratio)'],
  floor: ['number, [digits]', 'Rounded down.', '내림합니다.', 'floor(ratio)'],
  round: [
    'number, [digits]',
    'Rounded to the nearest value, with the given number of decimal places.',
    '지정한 소수 자리까지 반올림합니다.',
    'round(ratio, 2)',
  ],
  sqrt: ['number', 'The square root.', '제곱근입니다.', 'sqrt(area)'],
  pow: ['base, exponent', 'The base to the power of the exponent.', '거듭제곱입니다.', 'pow(2, 10)'],
  exp: ['number', 'e to the power of the number.', 'e의 거듭제곱입니다.', 'exp(1)'],
  log: ['number', 'The natural logarithm.', '자연로그입니다.', 'log(bytes)'],
  log10: ['number', 'The logarithm to base 10.', '상용로그입니다.', 'log10(bytes)'],
  mod: [
    'number, divisor',
    'The remainder of a division. The language has no % operator.',
    '나눗셈의 나머지입니다. 이 언어에는 % 연산자가 없습니다.',
    'mod(id, 10)',
  ],
  min: [
    'value…',
    'The smallest of the values; with stats, the smallest of a group.',
    '값들 중 가장 작은 값입니다. stats에서는 그룹의 최솟값입니다.',
    'min(a, b)',
  ],
  max: [
    'value…',
    'The largest of the values; with stats, the largest of a group.',
    '값들 중 가장 큰 값입니다. stats에서는 그룹의 최댓값입니다.',
    'max(a, b)',
  ],
  rand: [
    '[bound]',
    'A random integer from 0 up to, but not including, the bound.',
    '0 이상 bound 미만의 무작위 정수입니다.',
    'rand(100)',
  ],
  sin: ['angle', 'The sine.', '사인입니다.', 'sin(x)'],
  cos: ['angle', 'The cosine.', '코사인입니다.', 'cos(x)'],
  tan: ['angle', 'The tangent.', '탄젠트입니다.', 'tan(x)'],
  now: ['', 'The current time.', '현재 시각입니다.', 'now()'],
  ago: [
    'span',
    'The time a given span ago, such as "3d".',
    '"3d"처럼 지정한 시간만큼 이전의 시각입니다.',
    'ago("3d")',
  ],
  epoch: [
    'number',
    'The date for seconds, which can have a fraction, or milliseconds since 1970.',
    '1970년부터 센 초(소수 가능) 또는 밀리초를 날짜로 바꿉니다.',
    'epoch(1700000000)',
  ],
  dateadd: [
    `date, ${unit}, amount`,
    'The date plus an amount of a unit; a negative amount subtracts.',
    '날짜를 단위의 배수만큼 옮깁니다. 음수이면 과거로 옮깁니다.',
    'dateadd(now(), "day", -3)',
  ],
  datediff: [
    `start, end, ${unit}`,
    'The number of units between two dates.',
    '두 날짜 사이의 간격을 단위로 셉니다.',
    'datediff(_time, now(), "min")',
  ],
  datepart: [
    `date, ${unit.replace('unit', 'part')}`,
    'One part of a date, as a number.',
    '날짜의 한 부분을 숫자로 돌려줍니다.',
    'datepart(_time, "hour")',
  ],
  datetrunc: [
    'date, span',
    'The date truncated to a time span, such as "10m".',
    '날짜를 "10m" 같은 시간 단위로 내림합니다.',
    'datetrunc(_time, "10m")',
  ],
};

/** Functions for `stats` and `timechart`. */
export const aggregateFunctions: Descriptions = {
  count: [
    '[value]',
    'The number of rows, or of values that are not null.',
    '행의 수 또는 null이 아닌 값의 수입니다.',
    'count',
  ],
  sum: ['value', 'The sum.', '합계입니다.', 'sum(bytes)'],
  avg: ['value', 'The mean.', '평균입니다.', 'avg(duration)'],
  min: ['value', 'The smallest value.', '최솟값입니다.', 'min(_time)'],
  max: ['value', 'The largest value.', '최댓값입니다.', 'max(_time)'],
  first: ['value', 'The first value.', '처음 들어온 값입니다.', 'first(user)'],
  last: ['value', 'The last value.', '마지막에 들어온 값입니다.', 'last(user)'],
  dc: ['value', 'The number of distinct values.', '서로 다른 값의 수입니다.', 'dc(src_ip)'],
  estdc: [
    'value',
    'The estimated number of distinct values, using little memory.',
    '적은 메모리로 서로 다른 값의 수를 추정합니다.',
    'estdc(src_ip)',
  ],
  values: [
    'value',
    'The distinct values as a list, at most 100.',
    '서로 다른 값의 배열입니다. 최대 100개입니다.',
    'values(user)',
  ],
  array: [
    'value',
    'All values as a list, at most 100.',
    '모든 값의 배열입니다. 최대 100개입니다.',
    'array(user)',
  ],
  median: ['value', 'The median.', '중앙값입니다.', 'median(duration)'],
  percentile: [
    'value, percent',
    'The value below which the given percentage of values lies.',
    '지정한 백분위수입니다.',
    'percentile(duration, 95)',
  ],
  stddev: ['value', 'The standard deviation.', '표준편차입니다.', 'stddev(duration)'],
  var: ['value', 'The variance.', '분산입니다.', 'var(duration)'],
};
