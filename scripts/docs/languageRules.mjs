/**
 * The rules of the local platform that no single command or function tells. Each example is a query and the rows of
 * its result; `test/platform/languageRules.test.ts` runs them.
 */
export const languageRules = `## Values and results

These rules describe the local platform. Each example shows a query and its rows.

### Types

A value is null, a boolean, a number, a date, an address, a text, a list, a map or bytes. \`typeof\` names them \`bool\`, \`int\` or \`long\`, \`double\`, \`date\`, \`ipv4\` or \`ipv6\`, \`string\`, \`list\`, \`map\` and \`bytes\`. A field can have values of several types: each value keeps its own, and commands and functions go by the value.

\`\`\`text
json "[{'a':9007199254740993},{'a':1.5},{'a':'x'}]" | eval t = typeof(a)
{"a":9007199254740993,"t":"long"}
{"a":1.5,"t":"double"}
{"a":"x","t":"string"}
\`\`\`

Integers are exact, with up to 38 digits; other numbers are decimals with about 16 digits. The result of \`+\`, \`-\`, \`*\` and \`abs\` of 64-bit integers is null if it has more than 64 bits; \`sum\` is exact.

\`\`\`text
json "[{'a':9223372036854775807},{'a':1}]" | stats sum(a) as s | eval n = 9223372036854775807 + 1
{"s":9223372036854775808,"n":null}
\`\`\`

A text that is a number counts as that number in arithmetic, \`sum\`, \`avg\`, and next to a number in comparisons, \`min\`, \`max\` and \`sort\`. Any other text, such as \`1_000\`, \`0x1f\` or \`nan\`, is null in arithmetic and ignored by \`sum\` and \`avg\`. A boolean counts as 0 or 1, a date as its milliseconds since 1970.

\`\`\`text
json "[{'a':'7'},{'a':'x'},{'a':'007'}]" | eval b = a + 1, c = a >= 7
{"a":"7","b":8,"c":true}
{"a":"x","b":null,"c":false}
{"a":"007","b":8,"c":true}
\`\`\`

Bytes, as of \`fromhex\`, are shown as UTF-8 text, or with escapes such as \`\\xFF\` if they are none; \`len\` is their number. A parameter keeps an address or bytes as text.

### Comparison

Texts are compared by their characters, with case. A number next to a text that is no number, and values that cannot be compared, are neither equal nor different: every comparison of them is false. Next to a number, a boolean counts as 0 or 1, and a date as its milliseconds since 1970. Next to a date, an address or a boolean, a text is read as one. Lists and maps are compared as JSON text.

\`\`\`text
json "{'a':'x','b':'10'}" | eval c = a == 5, d = a != 5, e = b > 9, f = b > "9", g = "A" == "a"
{"a":"x","b":"10","c":false,"d":false,"e":true,"f":false,"g":false}
\`\`\`

\`*\` in a string constant on the right of \`==\` and \`!=\` is always a wildcard; it cannot be escaped. To find a star, use \`contains()\` or \`match()\`, or a parameter, whose value is compared as it is.

\`\`\`text
set star = "x*" | json "[{'a':'x*'},{'a':'xy'}]" | eval b = a == "x*", c = a == $("star"), d = contains(a, "*")
{"a":"x*","b":true,"c":true,"d":true}
{"a":"xy","b":true,"c":false,"d":false}
\`\`\`

### Order

Ascending: null, false and true, numbers, dates, addresses, texts, lists, maps, bytes. In a field with values of several types, a text that is a number is sorted as that number; \`min\` and \`max\` of two or more texts compare them as texts. Descending is the reverse. Rows with equal values keep their order.

\`\`\`text
json "[{'a':'b'},{'a':10},{'a':null},{'a':true},{'a':'9'}]" | sort a
{"a":null}
{"a":true}
{"a":"9"}
{"a":10}
{"a":"b"}
\`\`\`

### Arithmetic

\`/\` always returns a decimal, and null if the divisor is 0. \`mod\` has the sign of the number, not of the divisor. \`round\` and \`format\` round halves away from zero; a decimal such as 1.005, which is stored slightly below, is none and becomes 1.0 with two digits. Without digits, \`round\`, \`ceil\` and \`floor\` return integers, or null beyond 38 digits. Results that are not finite, such as \`log(0)\`, are null.

\`\`\`text
json "{'a':7}" | eval b = a / 2, c = 8 / 2, d = a / 0, e = mod(-7, 3), f = mod(7, -3), g = round(2.5), h = round(-2.5)
{"a":7,"b":3.5,"c":4.0,"d":null,"e":-1,"f":1,"g":3,"h":-3}
\`\`\`

### Aggregates

Null values are ignored, except by \`count\` without a value. Without any value, \`sum\`, \`avg\`, \`min\`, \`max\`, \`first\`, \`last\`, \`median\` and \`percentile\` return null, counts 0, and \`values\` and \`array\` an empty list.

\`\`\`text
json "[{'a':null},{'a':null}]" | stats count, count(a) as c, sum(a) as s, avg(a) as m, max(a) as x, values(a) as v
{"count":2,"c":0,"s":null,"m":null,"x":null,"v":[]}
\`\`\`

\`stddev\` and \`var\` are those of a sample, and null for fewer than two values. \`percentile\` and \`median\` interpolate linearly between the two nearest values. \`values\` is sorted; \`array\` has the order of the rows.

\`\`\`text
json "[{'a':1},{'a':2},{'a':4}]" | stats var(a) as v, median(a) as m, percentile(a, 90) as p, array(a) as l
{"v":2.333333333333333,"m":2.0,"p":3.6,"l":[1,2,4]}
\`\`\`

Rows whose group field is null are a group of their own. Groups are sorted by their fields, null last. Equal numbers are one group; a text and a number are not. In a field with values of several types, groups and \`values\` have a whole decimal as an integer: 2.0 becomes 2.

\`\`\`text
json "[{'g':null},{'g':'1'},{'g':1},{'g':1.0},{'g':null}]" | stats count by g
{"g":1,"count":2}
{"g":"1","count":1}
{"g":null,"count":2}
\`\`\`

\`timechart\` has a row for each interval that contains rows; others are omitted, and a series without rows in an interval is null. Weeks begin on Monday; days and weeks are those of the time zone of the platform.

\`\`\`text
json "[{'t':'2024-02-29'},{'t':'2024-03-10'}]" | eval _time = date(t, "yyyy-MM-dd") | timechart span=1w count by t
{"_time":"2024-02-26 00:00:00+0000","2024-02-29":1,"2024-03-10":null}
{"_time":"2024-03-04 00:00:00+0000","2024-02-29":null,"2024-03-10":1}
\`\`\`

### Rows of several sources

\`union\` returns the rows before it, then those of the subquery, both in their order. A field that a row lacks is null.

\`\`\`text
json "[{'a':2},{'a':1}]" | union [ json "[{'b':0},{'a':'x'}]" ]
{"a":2,"b":null}
{"a":1,"b":null}
{"a":null,"b":0}
{"a":"x","b":null}
\`\`\`

\`join\` is an inner join unless \`type\` says otherwise. Rows keep their order; for each, the matches have the order of the subquery, and rows of the subquery without a match come last. If both have a field, that of the subquery replaces the other in rows with a match, even by null. Keys are equal if \`==\` says so; null equals nothing, a boolean counts as 0 or 1, and a list or map equals no text.

\`\`\`text
json "[{'a':2,'b':'x'},{'a':1,'b':'y'},{'a':null,'b':'z'}]" | join type=left a [ json "[{'a':'1','b':'p'},{'a':3,'b':'q'},{'a':1,'b':null}]" ]
{"a":2,"b":"x"}
{"a":1,"b":"p"}
{"a":1,"b":null}
{"a":null,"b":"z"}
\`\`\`

The mapping of \`lookup\` is a table, of which it uses the newest row with the key. Keys are equal as in \`join\`. In rows with a match, the fields of the mapping replace others of that name, even by null; other rows keep theirs. \`memlookup op=build\` keeps the last row of each key.

\`\`\`text
json "[{'k':1,'v':'a'},{'k':1,'v':'b'}]" | memlookup op=build name=doc key=k | memlookup name=doc key=k
{"k":1,"v":"b"}
{"k":1,"v":"b"}
\`\`\`

### Functions

Texts are counted in characters: an emoji is one, a combining accent another. A function of null is null, except that \`concat\`, \`min\`, \`max\` and \`strjoin\` ignore it and \`match\`, \`contains\` and \`in\` are false. As a condition, null and a text that is no boolean are false, and a number is false if it is 0. A negative length or position counts as 0. The last value of a key counts in \`dict\`.

\`\`\`text
json "{'a':'😀한국'}" | eval b = len(a), c = left(a, 2), d = left(a, null), e = concat(a, null, 1), f = max(1, null), g = if(null, 1, 2), h = dict("k", 1, "k", 2)
{"a":"😀한국","b":3,"c":"😀한","d":null,"e":"😀한국1","f":1,"g":2,"h":{"k":2}}
\`\`\`

### Fields

Names are case-sensitive. A name with other characters than letters, digits, \`_\` and \`.\` is written \`field("a b")\`, in any command. A field that no row has is null.

\`\`\`text
json "{'a b':1,'A':2,'a':3}" | eval c = field("a b") + A | stats sum(c) as s by field("a b"), a
{"a b":1,"a":3,"s":3}
\`\`\`


\`rename\` goes from left to right and replaces a field that has the new name, so swapping two fields takes a third name. \`rex\` sets its fields to null in rows without a match, and for a group that matches no characters.

\`\`\`text
json "[{'a':'n=1','b':2,'n':0},{'a':'-','b':3,'n':0}]" | rex field=a "n=(?<n>\\\\d+)" | rename a as c, b as a, c as b
{"b":"n=1","a":2,"n":"1"}
{"b":"-","a":3,"n":null}
\`\`\`

A name given with \`as\` replaces another field of that name. An aggregate without \`as\` whose name is taken gets a number, and so does a column of \`pivot\` whose value is the name of a field of the rows.

\`\`\`text
json "[{'count':5},{'count':6},{'count':5}]" | stats count by count
{"count":5,"count (2)":2}
{"count":6,"count (2)":1}
\`\`\`

The parse commands with \`overlay\` replace a field only in rows in which they find it. \`parsecsv\` sets a name without a value to null, and names further values \`column2\`, \`column3\` and so on, counted from 0. If a key occurs twice, the last value counts, for \`parsejson\` the first. Without \`overlay\`, only the fields that are found and \`_table\`, \`_time\` and \`_id\` remain. A row whose text has no fields, or is no JSON object, is kept.

\`\`\`text
json "[{'line':'1,2,3','b':0},{'line':'4','b':0}]" | parsecsv overlay=t a, b | fields a, b, column2
{"a":"1","b":"2","column2":"3"}
{"a":"4","b":0,"column2":null}
\`\`\`

In \`parsejson\`, a null is as if the key were absent. \`parsekv\` separates at the first delimiter, ignores spaces around keys and values, and skips pairs without a key or a delimiter. Its values are texts, and can be in double quotes.

\`\`\`text
json "[{'a':0,'line':'a:1:2; b : x ;c;:3'},{'a':0,'line':'-'}]" | parsekv overlay=t pairdelim=";" kvdelim=":" | fields a, b
{"a":"1:2","b":"x"}
{"a":0,"b":null}
\`\`\`

\`\`\`text
json "[{'s':'a','t':'x'},{'s':'a','t':'s'}]" | pivot count rows s cols t
{"s":"a","s (2)":1,"x":1}
\`\`\`

A parameter that is not set is null in expressions; as the value of an option, it is as if the option were not given.

\`\`\`text
json "[{'a':1},{'a':2}]" | search limit=$("none") isnull($("none")) and $("none", 1) == 1
{"a":1}
{"a":2}
\`\`\`

### Regular expressions

The dialect is RE2, which takes linear time: it has no look-around and no backreferences. A named group is \`(?<name>…)\`, flags are \`(?i)\`, \`(?s)\` and \`(?m)\`. \`match\` finds a match anywhere in the text; \`replace\` with "re" refers to groups as \`$1\` to \`$9\`, and a backslash in the replacement means itself. A group that did not take part, or that the pattern lacks, is an empty text. \`groups\` is null without a match.

\`\`\`text
json "{'a':'foobar'}" | eval b = match(a, "(?i)OB"), c = replace(a, "(o+)", "<$1>", "re"), d = groups(a, "(f)(x)?")
{"a":"foobar","b":true,"c":"f<oo>bar","d":["f",""]}
\`\`\`

### Formats

\`format\` knows \`%s\`, \`%d\` (an integer, truncated), \`%f\` and \`%e\` (6 decimal places by default), \`%x\`, \`%X\`, \`%o\`, \`%b\`, \`%c\`, \`%n\` and \`%%\`, with a width, a precision, and the flags \`-\` (left), \`0\`, \`,\` and \`+\`. Null is written as null.

\`\`\`text
json "{'a':1}" | eval b = format("%5d|%-4s|%05d|%.2f|%,d|%X|%s", 42, "ab", -42, 3.145, 1234567, 255, null)
{"a":1,"b":"   42|ab  |-0042|3.15|1,234,567|FF|null"}
\`\`\`

Date patterns are those of SimpleDateFormat: \`G y Y M w W D d F E u a H k K h m s S z Z X\`, with weeks that begin on Sunday and English names. \`date\` reads the whole text; what a pattern lacks is that of January 1, 1970, at midnight. A date that does not exist is null. \`datediff\` counts whole units; from January 31 to the end of February is a month. \`z\` reads names such as \`KST\`, \`PDT\`, \`GMT+09:00\` and \`Asia/Seoul\`; with an unknown one, the date is null. \`S\` is a number of milliseconds: with \`ss.SSS\`, \`09.5\` means 5 milliseconds.

\`\`\`text
json "{'a':'2024-02-29T13:05:00Z'}" | eval d = date(a, "yyyy-MM-dd'T'HH:mm:ssX"), e = string(d, "kk:mm EEE, 'week' w"), f = date("13:05", "HH:mm"), g = date("2023-02-29", "yyyy-MM-dd")
{"a":"2024-02-29T13:05:00Z","d":"2024-02-29 13:05:00+0000","e":"13:05 Thu, week 9","f":"1970-01-01 13:05:00+0000","g":null}
\`\`\`
`;
