/** The fields of a valid JSON object and the texts of their values, exactly as they are written. */
export function* jsonMembers(object: string): Generator<readonly [field: string, value: string]> {
  let at = object.indexOf('{') + 1;
  for (let name = object.indexOf('"', at); name >= 0; name = object.indexOf('"', at)) {
    const nameEnd = endOfText(object, name);
    const start = object.indexOf(':', nameEnd) + 1;
    const end = endOfValue(object, start);
    const field: unknown = JSON.parse(object.slice(name, nameEnd));
    yield [String(field), object.slice(start, end).trim()];
    at = end + 1;
  }
}

/** The index after the closing quotation mark. */
function endOfText(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** The index of the comma or bracket after a value. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; ;) {
    const character = json[at];
    if (character === '"') {
      at = endOfText(json, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }
}
