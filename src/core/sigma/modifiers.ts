import { t } from '../base/localize';
import type { CompareOperator, DetectionItem, FieldTest, TextPosition, TimePart } from './detection';
import { splitLookAheads } from './lookAhead';
import type { Expressions } from './lookAhead';
import { readModifiers } from './modifierNames';
import type { ModifierName } from './modifierNames';
import { networkPattern } from './networkPattern';
import { containing, endsWith, plainPattern, plainText, readPattern, startsWith } from './pattern';
import type { Pattern, PatternPart } from './pattern';
import { expandPlaceholders } from './placeholders';
import type { Placeholders } from './placeholders';
import { ExpressionRejection, queryExpression } from './regularExpression';
import { reject } from './sigmaRejection';
import { scalarText, YamlNumber } from './yamlNode';
import type { YamlNode, YamlScalar } from './yamlNode';

/** Parses `field|modifier|…: values`. */
export function readItem(
  key: string,
  value: YamlNode,
  line: number,
  placeholders: Placeholders,
): DetectionItem {
  const [field = '', ...names] = key.split('|');
  const modifiers = readModifiers(field, names, line);
  const scalars = readScalars(value, line);
  if (scalars.length === 0) reject(t('The field “{0}” has no values.', field), line);
  const present = new Set(modifiers);
  if (present.has('exists') && scalars.length > 1)
    reject(t('The modifier “exists” requires true or false.'), line);
  return {
    field: field === '' ? undefined : field,
    values: scalars.map((scalar) => new ValueReader(scalar, field, line, placeholders).read(modifiers)),
    // A value that is other than all of these is none of them.
    join: present.has('all') && !present.has('neq') ? 'all' : 'any',
    negated: present.has('neq'),
    line,
  };
}

function readScalars(value: YamlNode, line: number): readonly YamlScalar[] {
  const items = value.kind === 'list' ? value.items : [value];
  return items.map((item) => {
    if (item.kind === 'scalar') return item.value;
    reject(t('A field value must be a string, a number, true, false or null.'), item.line || line);
  });
}

type Step = (reader: ValueReader) => void;

/** One value of an item, to which modifiers are applied from left to right. */
class ValueReader {
  /** The texts of the value; undefined once it is something else. */
  texts: readonly Pattern[] | undefined;
  bytes: Buffer | undefined;
  position: TextPosition = 'whole';
  kind: 'value' | 'expression' | 'network' | 'exists' | 'field' = 'value';
  operator: CompareOperator = '==';
  timePart: TimePart | undefined;
  isCased = false;
  readonly flags = { ignoreCase: false, multiLine: false, dotMatchesAll: false };

  constructor(
    readonly value: YamlScalar,
    private readonly field: string,
    readonly line: number,
    readonly placeholders: Placeholders,
  ) {
    // Modifiers such as `contains` treat numbers and booleans as text.
    if (value !== null) this.texts = [readPattern(scalarText(value))];
  }

  read(modifiers: readonly ModifierName[]): readonly FieldTest[] {
    for (const modifier of modifiers) steps[modifier](this);
    switch (this.kind) {
      case 'expression':
        // It matches anywhere by itself.
        if (this.position === 'start' || this.position === 'end') {
          this.reject(t('A regular expression must set its own start and end.'));
        }
        return [{ test: 'expression', ...this.#expressions() }];
      case 'network':
        return [{ test: 'network', expression: this.#network() }];
      case 'exists':
        return [{ test: 'exists', wanted: this.#boolean() }];
      case 'field':
        return [{ test: 'field', other: this.text(), position: this.position, cased: this.isCased }];
      case 'value':
        return this.#valueTests();
    }
  }

  reject(message: string): never {
    reject(message, this.line);
  }

  /** The value as written, without wildcards. */
  text(): string {
    return this.value === null ? this.reject(t('This modifier requires a value.')) : scalarText(this.value);
  }

  changeTexts(change: (pattern: Pattern) => readonly Pattern[]): void {
    const texts = this.#textsOfBytes() ?? this.texts ?? this.reject(t('This modifier requires a string.'));
    this.texts = texts.flatMap(change);
    this.bytes = undefined;
    this.position = 'anywhere';
  }

  encode(encoding: (bytes: Buffer) => readonly string[]): void {
    const all = this.bytes ? [this.bytes] : this.#plainTexts().map((text) => Buffer.from(text, 'utf8'));
    this.texts = all.flatMap((bytes) => encoding(bytes).map(plainPattern));
    this.bytes = undefined;
    this.position = 'anywhere';
  }

  widen(encoding: Utf16): void {
    const [text = '', ...others] = this.#plainTexts();
    if (others.length > 0) this.reject(t('A UTF-16 value must be a single string.'));
    this.bytes = utf16Bytes(text, encoding);
  }

  #plainTexts(): readonly string[] {
    return (this.texts ?? []).map(
      (pattern) => plainText(pattern) ?? this.reject(t('An encoded value cannot contain wildcards.')),
    );
  }

  #valueTests(): readonly FieldTest[] {
    if (this.timePart) {
      return [{ test: 'timePart', part: this.timePart, operator: this.operator, value: this.#number() }];
    }
    if (this.operator !== '==') return [{ test: 'number', operator: this.operator, value: this.#number() }];
    const texts = this.#textsOfBytes() ?? this.texts ?? [];
    if (this.value === null) return [{ test: 'null' }];
    const isPlainNumber = this.value instanceof YamlNumber && this.position === 'whole' && this.field !== '';
    if (isPlainNumber) return [{ test: 'number', operator: '==', value: this.#number() }];
    return texts.map((pattern) => ({
      test: 'pattern',
      // Keywords match anywhere in the text.
      pattern: this.field === '' ? containing(pattern) : pattern,
      cased: this.isCased,
    }));
  }

  /** The text of UTF-16 bytes: letters with a zero byte before or after each. */
  #textsOfBytes(): readonly Pattern[] | undefined {
    if (!this.bytes) return undefined;
    const isText = this.bytes.every((byte) => byte < 0x80);
    if (!isText) this.reject(t('UTF-16 values can be searched only with base64 or base64offset.'));
    return [plainPattern(this.bytes.toString('latin1'))];
  }

  #number(): string {
    const text = this.value instanceof YamlNumber ? this.value.decimal : this.text();
    if (/^-?\d+(\.\d+)?$/.test(text)) return text;
    return this.reject(t('“{0}” is not a number.', text));
  }

  #boolean(): boolean {
    const text = this.text().toLowerCase();
    if (text === 'true' || text === 'yes') return true;
    if (text === 'false' || text === 'no') return false;
    return this.reject(t('The modifier “exists” requires true or false.'));
  }

  #network(): string {
    const text = this.text();
    return networkPattern(text) ?? this.reject(t('“{0}” is not a network such as 10.0.0.0/8.', text));
  }

  #expressions(): Expressions {
    const text = this.text();
    // A row of several values has no single start, and neither has multi-line text.
    const isOne = this.field !== '' && !this.flags.multiLine;
    const split = (isOne ? splitLookAheads(text) : undefined) ?? { found: [text], absent: [] };
    const convert = (expression: string): string => queryExpression(expression, this.flags);
    try {
      return { found: split.found.map(convert), absent: split.absent.map(convert) };
    } catch (error) {
      if (error instanceof ExpressionRejection) this.reject(error.message);
      throw error;
    }
  }
}

/** Anchors the value in the text of the field. */
function anchorAt(position: TextPosition, change: (pattern: Pattern) => Pattern): Step {
  return (reader) => {
    if (reader.kind === 'value') reader.changeTexts((pattern) => [change(pattern)]);
    reader.position = position;
  };
}

/** Sets properties of the value. */
function set(values: Partial<Pick<ValueReader, 'kind' | 'operator' | 'timePart' | 'isCased'>>): Step {
  return (reader) => {
    Object.assign(reader, values);
  };
}

function flag(name: keyof ValueReader['flags']): Step {
  return (reader) => {
    if (reader.kind !== 'expression') reader.reject(t('The modifiers i, m and s can only follow re.'));
    reader.flags[name] = true;
  };
}

const nothing: Step = () => undefined;

const steps: Readonly<Record<ModifierName, Step>> = {
  all: nothing,
  neq: nothing,
  startswith: anchorAt('start', startsWith),
  endswith: anchorAt('end', endsWith),
  contains: anchorAt('anywhere', containing),
  exists: set({ kind: 'exists' }),
  cased: set({ isCased: true }),
  windash: (reader) => reader.changeTexts((pattern) => [withAnyDash(pattern)]),
  re: set({ kind: 'expression' }),
  i: flag('ignoreCase'),
  m: flag('multiLine'),
  s: flag('dotMatchesAll'),
  base64: (reader) => reader.encode((bytes) => [bytes.toString('base64')]),
  base64offset: (reader) => {
    reader.encode((bytes) => {
      // Fewer than two bytes leave no common part at all offsets.
      if (bytes.length < 2) reader.reject(t('A value for base64offset must have at least two characters.'));
      return base64Offsets(bytes);
    });
  },
  utf16le: (reader) => reader.widen('utf16le'),
  wide: (reader) => reader.widen('utf16le'),
  utf16be: (reader) => reader.widen('utf16be'),
  utf16: (reader) => reader.widen('utf16'),
  lt: set({ operator: '<' }),
  lte: set({ operator: '<=' }),
  gt: set({ operator: '>' }),
  gte: set({ operator: '>=' }),
  minute: set({ timePart: 'min' }),
  hour: set({ timePart: 'hour' }),
  day: set({ timePart: 'day' }),
  week: set({ timePart: 'week' }),
  month: set({ timePart: 'mon' }),
  year: set({ timePart: 'year' }),
  cidr: set({ kind: 'network' }),
  fieldref: set({ kind: 'field' }),
  expand: (reader) =>
    reader.changeTexts((pattern) => expandPlaceholders(pattern, reader.placeholders, reader.line)),
};

/** The characters that start an option on a Windows command line. */
const dashes = '-/–—―';

/** Replaces a dash at the start of a word with any of the dashes. */
function withAnyDash(pattern: Pattern): Pattern {
  return pattern.flatMap((part): readonly PatternPart[] => {
    if (!('text' in part)) return [part];
    return part.text
      .split(/(?<!\w)([-/–—―])(?=\w)/)
      .map((piece, index): PatternPart => (index % 2 === 1 ? { of: dashes } : { text: piece }))
      .filter((piece) => !('text' in piece) || piece.text !== '');
  });
}

type Utf16 = 'utf16le' | 'utf16be' | 'utf16';

function utf16Bytes(text: string, encoding: Utf16): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  if (encoding === 'utf16be') return bytes.swap16();
  return encoding === 'utf16' ? Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]) : bytes;
}

/**
 * The three ways in which bytes can appear in the Base64 of longer data, depending on the preceding bytes.
 * Characters that depend on adjacent bytes are removed.
 */
function base64Offsets(bytes: Buffer): readonly string[] {
  const begins = [0, 2, 3];
  const ends = [0, 3, 2];
  return begins.map((begin, offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset, ' '), bytes]).toString('base64');
    return encoded.slice(begin, encoded.length - (ends[(bytes.length + offset) % 3] ?? 0));
  });
}
