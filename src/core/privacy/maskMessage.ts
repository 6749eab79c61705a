import type * as z from 'zod/mini';
import { isJsonObject } from '../base/json';
import { shownAs } from '../pages/shown';
import type { Shown } from '../pages/shown';
import type { Masker } from './masker';

/**
 * Masks a message to a page. Every string is masked unless the schema says otherwise; so is what the schema does not
 * have.
 *
 * @param columnName the mask of the name of a column of a result.
 */
export function maskMessage<Message>(
  schema: z.ZodMiniType<Message>,
  message: Message,
  masker: Masker,
  columnName = (name: string): string => name,
): Message {
  // Names first, so that texts before them do not contain them either.
  replaceParts(schema, message, (value, shown) => {
    learn(value, shown, masker);
    return value;
  });
  return replaceParts(schema, message, (value, shown) => {
    if (!isJsonObject(value)) return maskString(String(value), shown, masker, columnName);
    return shown?.as === 'record' ? masker.record(value) : masker.row(value);
  }) as Message;
}

function learn(value: unknown, shown: Shown | undefined, masker: Masker): void {
  if (isJsonObject(value)) masker.learn([value]);
  else if (shown?.as === 'cell') masker.learn([{ [shown.column]: value }]);
  else if (shown?.as === 'user' || shown?.as === 'ip' || shown?.as === 'host') {
    masker.name(shown.as, String(value));
  }
}

function maskString(
  text: string,
  shown: Shown | undefined,
  masker: Masker,
  columnName: (name: string) => string,
): unknown {
  switch (shown?.as) {
    case 'plain':
      return text;
    case 'typed':
      return masker.typed(text);
    case 'column':
      return columnName(text);
    case 'cell':
      return masker.value(shown.column, text);
    case 'user':
    case 'ip':
    case 'host':
    case 'value':
      return masker.name(shown.as, text);
    default:
      return masker.text(text);
  }
}

/** Replaces a string that the schema does not fix, or a row. */
type Replace = (value: unknown, shown: Shown | undefined) => unknown;
type Schema = z.core.$ZodType | undefined;

function replaceParts(outer: Schema, value: unknown, replace: Replace): unknown {
  const schema = schemaOf(outer, value);
  if (typeof value === 'string') {
    return schema?._zod.values?.has(value) ? value : replace(value, schema && shownAs(schema));
  }
  if (Array.isArray(value)) {
    const def = definitionOf(schema);
    return value.map((item) => replaceParts(def?.type === 'array' ? def.element : undefined, item, replace));
  }
  return isJsonObject(value) ? replaceFields(schema, value, replace) : value;
}

/** The schema of a value that is there, and of its kind. */
function schemaOf(schema: Schema, value: unknown): Schema {
  const def = definitionOf(schema);
  if (def !== undefined && 'innerType' in def) return schemaOf(def.innerType, value);
  return def?.type === 'union'
    ? schemaOf(
        def.options.find((option) => isFor(option, value)),
        value,
      )
    : schema;
}

function replaceFields(schema: Schema, value: Readonly<Record<string, unknown>>, replace: Replace): unknown {
  const shown = schema && shownAs(schema);
  if (shown !== undefined) return replace(value, shown);
  const def = definitionOf(schema);
  const fields = Object.entries(value).map(([name, field]) => {
    if (def?.type !== 'record') {
      return [name, replaceParts(def?.type === 'object' ? def.shape[name] : undefined, field, replace)];
    }
    return [replaceParts(def.keyType, name, replace), replaceParts(def.valueType, field, replace)];
  });
  return Object.fromEntries(fields);
}

function definitionOf(schema: Schema): z.core.$ZodTypes['_zod']['def'] | undefined {
  return (schema as z.core.$ZodTypes | undefined)?._zod.def;
}

/** Whether the message or part is of this kind, as its fixed values say. */
function isFor(option: z.core.$ZodType, value: unknown): boolean {
  const fixed = Object.entries(option._zod.propValues ?? {});
  return (
    isJsonObject(value) &&
    fixed.length > 0 &&
    fixed.every(([name, values]) => values.has(value[name] as never))
  );
}
