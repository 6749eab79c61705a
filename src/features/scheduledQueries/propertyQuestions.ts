import { maximumDescriptionLength, maximumNameLength } from '../../api/validation';
import { summarizeProblems } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import type { Place, Prompts, Validation } from '../../ui/prompts/prompts';
import type { EditedFields } from './propertyText';

/** Asks for one property and returns the updated fields. */
export type PropertyQuestion = (
  prompts: Prompts,
  fields: EditedFields,
  title: string,
  place?: Place,
) => Promise<EditedFields>;

export async function askName(
  prompts: Prompts,
  fields: EditedFields,
  title: string,
  place?: Place,
  /** Names that are known to be in use. */
  taken: ReadonlySet<string> = new Set(),
): Promise<EditedFields> {
  const name = await prompts.input({
    title,
    place,
    prompt: t('Name (must be unique)'),
    value: fields.name,
    validate: (text) => required(text) ?? shorterThan(text, maximumNameLength) ?? free(text, taken),
  });
  return { ...fields, name: name.trim() };
}

export const askDescription: PropertyQuestion = async (prompts, fields, title, place) => {
  const { description = '' } = fields;
  const question = {
    title,
    place,
    value: description,
    validate: (typed: string) => shorterThan(typed, maximumDescriptionLength),
  };
  // An input box would join the lines.
  const text = await (description.includes('\n')
    ? prompts.editText(question)
    : prompts.input({ ...question, prompt: t('Description (optional)') }));
  return { ...fields, description: text.trim() === '' ? undefined : text };
};

export async function askQueryText(
  prompts: Prompts,
  fields: EditedFields,
  title: string,
  place: Place | undefined,
  isLocal: boolean,
): Promise<EditedFields> {
  const query = await prompts.input({
    title,
    place,
    prompt: t('Query (you can continue in an editor later)'),
    placeholder: 'table duration=1h …',
    value: fields.query,
    validate: (text) => required(text) ?? problemHint(text, isLocal),
  });
  return { ...fields, query };
}

/** A query with problems can also be created; the user has seen the problems. */
function problemHint(text: string, isLocal: boolean): Validation {
  const problem = summarizeProblems(text, isLocal);
  return problem && { information: problem.words };
}

export const askEnabled: PropertyQuestion = async (prompts, fields, title, place) => ({
  ...fields,
  enabled: await askYesNo(prompts, t('Select whether the query runs'), fields.enabled, title, place, {
    yes: t('Enabled: runs when triggered'),
    no: t('Disabled: does not run'),
  }),
});

export const askOutputParameter: PropertyQuestion = async (prompts, fields, title, place) => ({
  ...fields,
  outputParameter: await askYesNo(prompts, t('Output parameter'), fields.outputParameter, title, place, {
    yes: t('Yes: the last row becomes the parameters of the next query'),
    no: t('No: do not pass it on'),
  }),
});

export const askNodeTypes: PropertyQuestion = async (prompts, fields, title, place) => ({
  ...fields,
  nodeTypes: await prompts.pickMany({
    title,
    place,
    placeholder: t('Select the nodes to run on. If none is selected, the platform decides.'),
    allowNone: true,
    choices: [
      nodeType('control', t('Control nodes'), fields),
      nodeType('data', t('Data nodes'), fields),
      // A newer platform may have more types; current values stay selectable.
      ...fields.nodeTypes
        .filter((type) => type !== 'control' && type !== 'data')
        .map((type) => nodeType(type, type, fields)),
    ],
  }),
});

function nodeType(
  value: string,
  label: string,
  { nodeTypes }: EditedFields,
): { label: string; picked: boolean; value: string } {
  return { label, picked: nodeTypes.includes(value), value };
}

async function askYesNo(
  prompts: Prompts,
  placeholder: string,
  current: boolean,
  title: string,
  place: Place | undefined,
  labels: { readonly yes: string; readonly no: string },
): Promise<boolean> {
  return prompts.pick({
    title,
    place,
    placeholder,
    choices: [
      { label: labels.yes, picked: current, value: true },
      { label: labels.no, picked: !current, value: false },
    ],
  });
}

function required(text: string): Validation {
  return text.trim() === '' ? { problem: t('Required.') } : undefined;
}

function free(text: string, taken: ReadonlySet<string>): Validation {
  const name = text.trim();
  return taken.has(name)
    ? { problem: t('The name “{0}” is already in use. Choose another one.', name) }
    : undefined;
}

function shorterThan(text: string, maximum: number): Validation {
  if (text.length <= maximum) return undefined;
  return { problem: t('Enter at most {0} characters (currently {1}).', maximum, text.length) };
}
