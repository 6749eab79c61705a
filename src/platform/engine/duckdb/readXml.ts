/** A value of an element: its text, or the values of its attributes and children. */
type XmlValue = string | XmlMap | XmlValue[];
interface XmlMap {
  [name: string]: XmlValue;
}

interface XmlElement {
  readonly name: string;
  readonly values: XmlMap;
  text: string;
}

/** Deeper elements would overflow the stack of what reads the result. */
const maxNesting = 500;

const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>|<!\[CDATA\[(?<data>[^]*?)\]\]>|<\/(?<end>[^\s>]+)\s*>|<(?<name>[^\s/>!?]+)(?<attributes>(?:[^>"'/]|\/(?!>)|"[^"]*"|'[^']*')*)(?<empty>\/?)>|(?<plain>[^<]+)/gy;

/**
 * The children of the root as JSON: an element with attributes or children is a map with its text as `_text`, and
 * elements of one name are a list. Undefined if the text is no XML.
 */
export function xmlToJson(text: string): string | undefined {
  const document: XmlElement = { name: '', values: {}, text: '' };
  const open = [document];
  const trimmed = text.trim();
  let at = 0;
  for (const { 0: whole, groups = {} } of trimmed.matchAll(token)) {
    at += whole.length;
    if (open.length > maxNesting || !read(groups, open)) return undefined;
  }
  const [root, ...others] = Object.values(document.values);
  const isComplete = at === trimmed.length && open.length === 1 && others.length === 0;
  return isComplete ? childrenOf(root) : undefined;
}

function childrenOf(root: XmlValue | undefined): string | undefined {
  if (root === undefined || Array.isArray(root)) return undefined;
  return JSON.stringify(typeof root === 'string' ? {} : root);
}

/** Returns false if the part does not fit. */
function read(part: Readonly<Record<string, string | undefined>>, open: XmlElement[]): boolean {
  const { data, plain, name, attributes = '', empty, end } = part;
  const current = open.at(-1);
  if (!current) return false;
  current.text += data ?? unescaped(plain ?? '');
  // The attributes of the root are no fields.
  if (name !== undefined)
    open.push({ name, values: open.length > 1 ? attributesOf(attributes) : {}, text: '' });
  return end === undefined && empty !== '/' ? true : close(end, open);
}

function close(name: string | undefined, open: XmlElement[]): boolean {
  const closed = open.pop();
  const parent = open.at(-1);
  if (!closed || !parent || (name !== undefined && closed.name !== name)) return false;
  add(parent.values, closed.name, valueOf(closed));
  return true;
}

function valueOf({ values, text }: XmlElement): XmlValue {
  if (Object.keys(values).length === 0) return text.trim();
  return text.trim() === '' ? values : { ...values, _text: text.trim() };
}

function add(values: XmlMap, name: string, value: XmlValue): void {
  const present = Object.hasOwn(values, name) ? values[name] : undefined;
  if (Array.isArray(present)) present.push(value);
  else values[name] = present === undefined ? value : [present, value];
}

function attributesOf(text: string): XmlMap {
  const found = [...text.matchAll(/(?<![^\s="'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(found.map(([, name = '', one, other = '']) => [name, unescaped(one ?? other)]));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]+));/g,
    (all, decimal?: string, hex?: string, name?: string) => {
      const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      if (name !== undefined) return entities[name] ?? all;
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    },
  );
}
