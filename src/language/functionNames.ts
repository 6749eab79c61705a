/** Functions for expressions. */
export const functionNames: ReadonlySet<string> = new Set(
  (
    'date double int long string str ip array dict fromhex tohex frombase64 tobase64 groups ' +
    'isnull isnotnull isnum isstr typeof if case in match nvl not ' +
    'concat contains format guid indexof lastindexof left right len lower upper lpad rpad replace split ' +
    'strjoin substr trim urldecode urlencode kvjoin rowtext ' +
    'abs ceil floor round sqrt pow exp log log10 mod min max rand sin cos tan ' +
    'now ago epoch dateadd datediff datepart datetrunc ip2long long2ip network hash field whoami'
  ).split(' '),
);

/** Functions for `stats` and `timechart`. */
export const aggregateNames: ReadonlySet<string> = new Set(
  'count sum avg min max first last dc estdc values array median percentile stddev var'.split(' '),
);
