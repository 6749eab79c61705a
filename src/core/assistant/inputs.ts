import * as z from 'zod/mini';
import { truncatedText } from '../privacy/plainText';
import { ToolRejection } from './tool';
import type { AssistantTool } from './tool';

/** A field with a description for the model. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

export function textField(description: string, maxLength: number, shortest = 0): z.ZodMiniString {
  const least = shortest === 0 ? [] : [z.minLength(shortest)];
  return described(z.string().check(...least, z.maxLength(maxLength)), description);
}

/** Fields of several tools. */
export const platformField = z.optional(
  textField('Name of the platform, as listed by logbench_platforms. Optional if there is only one.', 200),
);
export const keywordField = z.optional(textField('Only items that contain this word.', 200));
export const offsetField = z.optional(
  described(
    z.int().check(z.gte(0), z.lte(1_000_000)),
    'Number of items to skip, for paging. The default is 0.',
  ),
);

export function limitField(max: number, defaultValue: number): z.ZodMiniOptional<z.ZodMiniInt> {
  const text = `Maximum number to return. The default is ${defaultValue}.`;
  return z.optional(described(z.int().check(z.gte(1), z.lte(max)), text));
}

export function queryField(text: string): z.ZodMiniString {
  return textField(text, 100_000, 1);
}

/** The JSON schema of a tool's input for manifests and MCP. */
export function inputSchemaOf(tool: AssistantTool): Record<string, unknown> {
  const { $schema: _version, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return schema;
}

/** Validates the input of a tool. */
export function parseInput(tool: AssistantTool, input: unknown): unknown {
  const parsed = tool.input.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, code, ...details }) => {
    const field = path.length === 0 ? 'the input' : `"${path.map(String).join('.')}"`;
    return `${field} is not valid (${issueText(code, details)})`;
  });
  throw new ToolRejection(
    `${tool.name}: ${problems.join('; ')}. Expected: ${JSON.stringify(inputSchemaOf(tool))}`,
  );
}

const maxFactLength = 300;

function issueText(code: string, details: Readonly<Record<string, unknown>>): string {
  const facts = ['expected', 'keys', 'minimum', 'maximum', 'values'].flatMap((name) =>
    details[name] === undefined
      ? []
      : [`${name} ${truncatedText(JSON.stringify(details[name]), maxFactLength)}`],
  );
  return [code.replaceAll('_', ' '), ...facts].join(', ');
}
