import { t } from '../../../core/base/localize';
import {
  assistantAccesses,
  environments,
  defaultAssistantAccess,
  environmentLabel,
} from '../../../core/base/environment';
import type { AssistantAccess } from '../../../core/base/environment';
import { isPlatformAddress, isThisMachine } from '../../../core/interface/platformAddress';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Choice, PickQuestion, StepPosition, Prompts, Validation, Step } from '../../ui/prompts/prompts';
import { isProduct } from '../../ui/settings/settingsValues';
import { runSteps } from '../../ui/prompts/prompts';
import type { SelectedKey } from './keyActions';

export interface ConnectionDraft extends Connection {
  /** The key of a new connection; empty to set it later. */
  readonly apiKey?: SelectedKey | undefined;
}

export interface ConnectionForm {
  readonly title: string;
  readonly initial: ConnectionDraft;
  /** The names of other connections. */
  readonly taken: readonly string[];
  /** Undefined if the key is kept. */
  readonly askKey?: (draft: Connection, position: StepPosition) => Promise<SelectedKey>;
}

export async function askConnection(form: ConnectionForm, prompts: Prompts): Promise<ConnectionDraft> {
  const { title, initial } = form;
  const steps: Step<ConnectionDraft>[] = [
    text('name', t('Display name of the connection'), nameCheck(form.taken)),
    withParsedAddress(
      text('baseUrl', t('Address of the platform'), checkAddress, 'https://logs.example.com'),
    ),
    pick('environment', t('Select the environment'), environmentChoices),
    text('product', t('Product segment of the paths under /api/'), checkProduct),
    {
      ...pick('readOnly', t('Select whether this connection can make changes'), accessChoices),
      applies: (draft) => draft.environment !== 'production',
    },
    { ask: async (draft, position) => askAccess(draft, initial, prompts, { title, position }) },
    {
      ask: async (draft, at) => ({ ...draft, caFile: await askAuthority(draft, prompts, title, at) }),
      applies: (draft) => draft.baseUrl.toLowerCase().startsWith('https:'),
    },
    {
      ask: async (draft, position) => ({ ...draft, apiKey: await form.askKey?.(draft, position) }),
      applies: () => form.askKey !== undefined,
    },
  ];
  return runSteps(steps, initial);

  function text(
    field: 'name' | 'baseUrl' | 'product',
    prompt: string,
    validate: (text: string) => Validation,
    placeholder?: string,
  ): Step<ConnectionDraft> {
    return {
      ask: async (draft, position) => {
        const question = { title, prompt, placeholder, value: draft[field], validate, position };
        return { ...draft, [field]: (await prompts.input(question)).trim() };
      },
    };
  }

  function pick<Field extends 'environment' | 'readOnly'>(
    field: Field,
    placeholder: string,
    choices: (draft: ConnectionDraft) => readonly Choice<ConnectionDraft[Field]>[],
  ): Step<ConnectionDraft> {
    return {
      ask: async (draft, position) => ({
        ...draft,
        [field]: await prompts.pick({ title, placeholder, position, choices: choices(draft) }),
      }),
    };
  }
}

function environmentChoices({ environment }: ConnectionDraft): readonly Choice<Connection['environment']>[] {
  return environments.map((value) => ({
    label: environmentLabel(value),
    detail:
      value === 'production' ? t('Writes are locked until you unlock them for a few minutes.') : undefined,
    picked: value === environment,
    value,
  }));
}

function accessChoices({ readOnly }: ConnectionDraft): readonly Choice<boolean>[] {
  const detail = t('All changes are blocked until you unlock writes.');
  return [
    { label: t('Read and write'), value: false, picked: !readOnly },
    { label: t('Locked'), detail, value: true, picked: readOnly },
  ];
}

const assistantTexts: Readonly<Record<AssistantAccess, () => { label: string; detail?: string }>> = {
  off: () => ({ label: t('Nothing') }),
  metadata: () => ({
    label: t('Names, definitions and states'),
    detail: t('Of tables, fields, scheduled queries and rules, but no log rows.'),
  }),
  read: () => ({
    label: t('Also log rows'),
    detail: t('Sensitive values are masked, and you are asked before each query.'),
  }),
};

async function askAccess(
  draft: ConnectionDraft,
  initial: ConnectionDraft,
  prompts: Prompts,
  question: Pick<PickQuestion<AssistantAccess>, 'title' | 'position'>,
): Promise<ConnectionDraft> {
  const defaultAccess = defaultAssistantAccess(draft.environment);
  // The access that was set for another environment is not kept.
  const current = draft.environment === initial.environment ? assistantAccessOf(draft) : defaultAccess;
  const placeholder = t('Select what assistants can access on this platform');
  const choices = assistantAccesses.map((value) => ({
    ...assistantTexts[value](),
    description: value === defaultAccess ? t('Default') : undefined,
    picked: value === current,
    value,
  }));
  const selected = await prompts.pick({ ...question, placeholder, choices });
  return { ...draft, assistant: selected === defaultAccess ? undefined : selected };
}

async function askAuthority(
  { caFile: kept, name }: ConnectionDraft,
  prompts: Prompts,
  title: string,
  position: StepPosition,
): Promise<string | undefined> {
  const choice = await prompts.pick<'usual' | 'kept' | 'file'>({
    title,
    placeholder: t('Select the certificates to trust'),
    position,
    choices: [
      { label: t('Certificates that VS Code trusts'), value: 'usual', picked: kept === undefined },
      ...(kept === undefined
        ? []
        : [{ label: t('Also trust certificates in {0}', kept), value: 'kept' as const, picked: true }]),
      {
        label: t('Also trust certificates in a CA file…'),
        detail: t('For a private certificate authority (PEM).'),
        value: 'file',
      },
    ],
  });
  if (choice !== 'file') return choice === 'kept' ? kept : undefined;
  const filters = { PEM: ['pem', 'crt', 'cer'] };
  return prompts.openFile({ title: t('CA File for {0}', name), filters, isLocal: true });
}

function nameCheck(taken: readonly string[]): (text: string) => Validation {
  return (text) => {
    const name = text.trim();
    if (name === '') return { problem: t('Enter a name.') };
    // The name is a segment of document URIs.
    if (name.includes('/')) return { problem: t('A name cannot contain a slash.') };
    return taken.includes(name) ? { problem: t('A connection with this name already exists.') } : undefined;
  };
}

function checkAddress(text: string): Validation {
  const address = text.trim();
  if (!isPlatformAddress(address)) {
    return {
      problem: t('Enter an address such as https://logs.example.com, without a user name or password.'),
    };
  }
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !isThisMachine(hostname)) {
    return { information: t('Without HTTPS, anyone on the network path can read the API key.') };
  }
  return undefined;
}

/** An address that was copied from a request has `/api/` and the product, and further segments below it. */
function withParsedAddress({ ask }: Step<ConnectionDraft>): Step<ConnectionDraft> {
  return {
    ask: async (draft, position) => {
      const entered = await ask(draft, position);
      const { origin, pathname } = new URL(entered.baseUrl);
      const copied =
        /^(.*)\/api\/(core)(?=\/|$)/.exec(pathname) ?? /^(.*)\/api(?:\/([^/]*)(?:\/.*)?)?$/.exec(pathname);
      if (copied === null) return entered;
      const [, path = '', product = ''] = copied;
      return { ...entered, baseUrl: `${origin}${path}`, ...(isProduct(product) ? { product } : {}) };
    },
  };
}

function checkProduct(text: string): Validation {
  return isProduct(text.trim()) ? undefined : { problem: t('Use letters, digits, hyphens and underscores.') };
}
