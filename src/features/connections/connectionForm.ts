import { t } from '../../shared/localize';
import { environments } from '../../shared/environment';
import { assistantAccesses, usualAssistantAccess } from '../../shared/assistantAccess';
import type { AssistantAccess } from '../../shared/assistantAccess';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import type { Place, Prompts, Validation } from '../../ui/prompts/prompts';
import { isProduct, isServiceAddress } from '../../ui/settings/settingsValues';
import { runSteps } from '../../ui/prompts/steps';
import type { Step } from '../../ui/prompts/steps';

export interface ConnectionDraft extends Connection {
  /** The key of a new connection; empty to set it later. */
  readonly apiKey?: string | undefined;
}

export interface ConnectionForm {
  readonly title: string;
  readonly initial: ConnectionDraft;
  /** The names of other connections. */
  readonly taken: readonly string[];
  readonly asksForKey: boolean;
}

export async function askConnection(form: ConnectionForm, prompts: Prompts): Promise<ConnectionDraft> {
  const { title } = form;
  const steps: Step<ConnectionDraft>[] = [
    text({
      prompt: t('Display name of the connection'),
      field: 'name',
      check: nameCheck(form.taken),
    }),
    text({
      prompt: t('Address of the platform'),
      field: 'baseUrl',
      check: checkAddress,
      example: 'https://logs.example.com',
    }),
    { ask: asks(askEnvironment) },
    text({ prompt: t('Product segment of the paths under /api/'), field: 'product', check: checkProduct }),
    { ask: asks(askAccess), applies: (draft) => draft.environment !== 'production' },
    { ask: asks(askAssistant) },
    { ask: asks(askAuthority), applies: (draft) => draft.baseUrl.toLowerCase().startsWith('https:') },
    {
      ask: async (draft, place) => {
        const prompt = t('API key. It is stored in the system keychain. Leave it empty to set it later.');
        return { ...draft, apiKey: (await prompts.input({ title, prompt, password: true, place })).trim() };
      },
      applies: () => form.asksForKey,
    },
  ];
  return runSteps(steps, form.initial);

  function asks(question: Question): Step<ConnectionDraft>['ask'] {
    return async (draft, place) => question(form, draft, place, prompts);
  }

  function text(question: TextQuestion): Step<ConnectionDraft> {
    return {
      ask: async (draft, place) => {
        const typed = await prompts.input({
          title,
          prompt: question.prompt,
          placeholder: question.example,
          value: draft[question.field],
          validate: question.check,
          place,
        });
        return { ...draft, [question.field]: typed.trim() };
      },
    };
  }
}

type Question = (
  form: ConnectionForm,
  draft: ConnectionDraft,
  place: Place,
  prompts: Prompts,
) => Promise<ConnectionDraft>;

interface TextQuestion {
  readonly prompt: string;
  readonly field: 'name' | 'baseUrl' | 'product';
  readonly check: (text: string) => Validation;
  readonly example?: string;
}

const askEnvironment: Question = async ({ title }, draft, place, prompts) => {
  const environment = await prompts.pick({
    title,
    placeholder: t('Select the environment'),
    place,
    choices: environments.map((value) => ({
      label: environmentLabel(value),
      detail:
        value === 'production' ? t('Writes are locked until you unlock them for a few minutes.') : undefined,
      picked: value === draft.environment,
      value,
    })),
  });
  return { ...draft, environment };
};

const askAccess: Question = async ({ title }, draft, place, prompts) => {
  const readOnly = await prompts.pick({
    title,
    placeholder: t('Select whether this connection can make changes'),
    place,
    choices: [
      { label: t('Read and write'), value: false, picked: !draft.readOnly },
      {
        label: t('Locked'),
        detail: t('All changes are blocked until you unlock writes.'),
        value: true,
        picked: draft.readOnly,
      },
    ],
  });
  return { ...draft, readOnly };
};

const askAssistant: Question = async ({ title, initial }, draft, place, prompts) => {
  const usual = usualAssistantAccess(draft.environment);
  // The access that was set for another environment is not kept.
  const current = draft.environment === initial.environment ? assistantAccessOf(draft) : usual;
  const chosen = await prompts.pick({
    title,
    placeholder: t('Select what assistants can access on this platform'),
    place,
    choices: assistantAccesses.map((value) => ({
      ...assistantChoices[value](),
      description: value === usual ? t('Default') : undefined,
      picked: value === current,
      value,
    })),
  });
  return { ...draft, assistant: chosen === usual ? undefined : chosen };
};

const assistantChoices: Readonly<Record<AssistantAccess, () => { label: string; detail?: string }>> = {
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

const askAuthority: Question = async ({ title }, draft, place, prompts) => {
  const kept = draft.caFile;
  const choice = await prompts.pick({
    title,
    placeholder: t('Select the certificates to trust'),
    place,
    choices: [
      { label: t('Certificates that VS Code trusts'), value: 'usual' as const, picked: kept === undefined },
      ...(kept === undefined
        ? []
        : [{ label: t('Also certificates in {0}', kept), value: 'kept' as const, picked: true }]),
      {
        label: t('Also certificates in a CA file…'),
        detail: t('For a private certificate authority (PEM).'),
        value: 'file' as const,
      },
    ],
  });
  if (choice === 'usual') return { ...draft, caFile: undefined };
  if (choice === 'kept') return draft;
  const filters = { PEM: ['pem', 'crt', 'cer'] };
  return { ...draft, caFile: await prompts.openFile({ title: t('CA File for {0}', draft.name), filters }) };
};

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
  if (!isServiceAddress(address)) {
    return {
      problem: t('Enter an address such as https://logs.example.com, without a user name or password.'),
    };
  }
  const { protocol, hostname, pathname } = new URL(address);
  const interfacePath = /\/api(\/[^/]*)?\/?$/.exec(pathname)?.[0];
  if (interfacePath !== undefined) {
    return { problem: t('Enter the address without “{0}”, which Logbench adds.', interfacePath) };
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'http:' && !local) {
    return { information: t('Without HTTPS, anyone on the network path can read the API key.') };
  }
  return undefined;
}

function checkProduct(text: string): Validation {
  return isProduct(text.trim()) ? undefined : { problem: t('Use letters, digits, hyphens and underscores.') };
}
