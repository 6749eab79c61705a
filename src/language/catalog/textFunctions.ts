import type { Descriptions } from './entry';

/** Functions for text: parameters, description and example. */
export const textFunctions: Descriptions = {
  concat: [
    'value…',
    'Joins values into one string. (+ only adds numbers.)',
    '값들을 이어 하나의 문자열로 만듭니다. (+는 숫자만 더합니다.)',
    'concat(user, "@", host)',
  ],
  contains: [
    'text, part',
    'Whether the text contains the part.',
    '문자열에 부분 문자열이 들어 있는지 확인합니다.',
    'contains(path, "/admin")',
  ],
  format: [
    'pattern, value…',
    'Formats values with a pattern such as "%s: %d".',
    '"%s: %d" 같은 형식에 값을 채웁니다.',
    'format("%s: %d", user, count)',
  ],
  guid: ['', 'A new random identifier.', '새로운 무작위 식별자를 만듭니다.', 'guid()'],
  indexof: [
    'text, part, [start]',
    'The first position of the part, from 0 or from the given start; -1 if not found.',
    '부분 문자열이 처음(또는 지정한 위치부터) 나오는 위치(0부터)입니다. 없으면 -1입니다.',
    'indexof(line, "user=")',
  ],
  lastindexof: [
    'text, part',
    'The last position of the part, from 0; -1 if not found.',
    '부분 문자열이 마지막으로 나오는 위치(0부터)입니다. 없으면 -1입니다.',
    'lastindexof(path, "/")',
  ],
  left: [
    'text, length',
    'The first characters.',
    '앞에서부터 지정한 길이만큼의 문자열입니다.',
    'left(path, 10)',
  ],
  right: [
    'text, length',
    'The last characters.',
    '뒤에서부터 지정한 길이만큼의 문자열입니다.',
    'right(path, 4)',
  ],
  len: ['text', 'The number of characters.', '문자 수를 셉니다.', 'len(line)'],
  lower: ['text', 'In lower case.', '소문자로 바꿉니다.', 'lower(user)'],
  upper: ['text', 'In upper case.', '대문자로 바꿉니다.', 'upper(method)'],
  lpad: [
    'text, length, [padding]',
    'Pads on the left to a length, with spaces by default.',
    '지정한 길이가 되도록 왼쪽을 채웁니다. 기본값은 공백입니다.',
    'lpad(code, 5, "0")',
  ],
  rpad: [
    'text, length, [padding]',
    'Pads on the right to a length, with spaces by default.',
    '지정한 길이가 되도록 오른쪽을 채웁니다. 기본값은 공백입니다.',
    'rpad(code, 5)',
  ],
  replace: [
    'text, pattern, replacement, [mode:re]',
    'Replaces every occurrence. With "re", the pattern is a regular expression.',
    '일치하는 부분을 모두 바꿉니다. "re"를 주면 패턴을 정규식으로 봅니다.',
    'replace(line, "\\\\d+", "#", "re")',
  ],
  split: ['text, delimiter', 'Splits into a list.', '구분자로 나누어 배열로 만듭니다.', 'split(path, "/")'],
  strjoin: [
    'delimiter, list',
    'Joins the items of a list into one string.',
    '배열의 항목을 이어 하나의 문자열로 만듭니다.',
    'strjoin(", ", users)',
  ],
  substr: [
    'text, begin, [end]',
    'The part from begin, counted from 0, up to, but not including, end.',
    'begin(0부터)에서 end 앞까지의 부분 문자열입니다.',
    'substr(line, 0, 10)',
  ],
  trim: ['text', 'Without leading and trailing spaces.', '양 끝의 공백을 없앱니다.', 'trim(user)'],
  urldecode: [
    'text, [charset]',
    'Decodes the percent escapes of a URL. The local platform supports only the charset UTF-8.',
    'URL의 퍼센트 인코딩을 풉니다. 로컬 플랫폼은 UTF-8만 압니다.',
    'urldecode(query)',
  ],
  urlencode: [
    'text, [charset]',
    'Encodes text with the percent escapes of a URL. The local platform supports only the charset UTF-8.',
    '문자열을 URL 퍼센트 인코딩으로 바꿉니다. 로컬 플랫폼은 UTF-8만 압니다.',
    'urlencode(query)',
  ],
  kvjoin: [
    '[map], [assignment], [separator]',
    'Writes a map, or all fields if none is given, as text such as a=1&b=2. By default, "=" separates key and value, and a space separates pairs.',
    '맵을, 맵이 없으면 모든 필드를 a=1&b=2 같은 문자열로 만듭니다. 키와 값 사이는 따로 지정하지 않으면 "=", 쌍 사이는 공백입니다.',
    'kvjoin(dict("a", 1), "=", "&")',
  ],
  rowtext: [
    '',
    'The values of all fields whose names do not start with _, one after another.',
    '이름이 _로 시작하지 않는 모든 필드의 값을 이어 붙인 문자열입니다.',
    'contains(lower(rowtext()), "mimikatz")',
  ],
};
