import { PermissionError } from '../../../core/api/errors';
import { isAdministrator } from '../../../core/api/readAccount';
import { createTable, listTables } from '../../../core/api/operations/tables';
import type { NewTableOptions } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import { retentionText } from '../../../core/base/retentionText';
import { tableCompressions, tableLayouts } from '../../../core/interface/tableValues';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { atConnection } from '../../ui/failures/failures';
import type { Choice, Prompts, Step } from '../../ui/prompts/prompts';
import { runSteps } from '../../ui/prompts/prompts';
import { askTableName } from '../../ui/prompts/tableSearch';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { confirmWithDetails, requestDetail, sendAndLog } from '../../ui/writes/sendAndLog';
import { checkRetention } from './retentionEffects';
import type { TableDeps } from './tableReader';

/** The input so far. */
export interface TableForm extends Required<NewTableOptions> {
  readonly name: string;
}

const emptyForm: TableForm = { name: '', retention: 0, layout: 'columnar', compression: 'snappy' };

/**
 * *New Table…*; returns the connection and the name, so that the caller can show it.
 *
 * @param pending the forms that could not be sent, by connection.
 */
export async function newTable(
  { ui, platforms, section }: TableDeps,
  pending: Map<string, TableForm>,
  args: readonly unknown[],
): Promise<{ readonly connection: Connection; readonly name: string }> {
  const connection = await resolveConnection(platforms, args, t('New Table'));
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  // Before the questions.
  if (!(await isAdministrator(client))) throw atConnection(new PermissionError('ADMIN'), connection);
  const title = targetTitle(t('New Table'), connection);
  const isInUse = async (name: string): Promise<boolean> =>
    // If the platform does not respond, it rejects a duplicate itself.
    client.send(listTables({ tableName: name, limit: 1 })).then(
      ({ items }) => items.some((table) => table.name === name),
      () => false,
    );
  const form = await runSteps(
    formSteps(ui.prompts, title, isInUse),
    pending.get(connection.name) ?? emptyForm,
  );
  const { name, ...options } = form;
  await confirmWithDetails(ui.prompts, {
    message: t('Create the table “{0}” on {1}?', name, connectionLabel(connection)),
    detail: formText(form),
    buttons: [{ label: t('Create'), value: true }],
    details: [requestDetail(ui.documents, connection, () => [createTable(name, options)])],
  });
  pending.set(connection.name, form);
  const receipt = { connection, operation: 'create table', names: [name] };
  try {
    await sendAndLog(ui.log, receipt, async () => client.send(createTable(name, options)));
  } finally {
    section.reload(connection);
  }
  pending.delete(connection.name);
  return { connection, name };
}

function formSteps(
  prompts: Prompts,
  title: string,
  isInUse: (name: string) => Promise<boolean>,
): readonly Step<TableForm>[] {
  const taken = new Set<string>();
  const askName: Step<TableForm>['ask'] = async (form, position) => {
    const name = await askTableName(prompts, {
      title,
      position,
      value: form.name,
      validate: (text) =>
        taken.has(text.trim()) ? { problem: t('A table with this name already exists.') } : undefined,
    });
    if (!(await isInUse(name))) return { ...form, name };
    taken.add(name);
    return askName({ ...form, name }, position);
  };
  return [
    { ask: askName },
    {
      ask: async (form, position) => {
        const prompt = t('Days to keep logs. 0 keeps them forever.');
        const value = String(form.retention);
        const typed = await prompts.input({ title, position, prompt, value, validate: checkRetention });
        return { ...form, retention: Number(typed.trim()) };
      },
    },
    {
      ask: async (form, position) => {
        const choices = tableLayouts.map((value) => choiceOf(value, layoutDetail(value), form.layout));
        const placeholder = t('Layout of the table');
        return { ...form, layout: await prompts.pick({ title, position, placeholder, choices }) };
      },
    },
    {
      ask: async (form, position) => {
        const choices = tableCompressions.map((value) =>
          choiceOf(value, compressionDetail(value), form.compression),
        );
        const placeholder = t('Compression of the table');
        return { ...form, compression: await prompts.pick({ title, position, placeholder, choices }) };
      },
    },
  ];
}

function choiceOf<Value extends string>(value: Value, description: string, current: Value): Choice<Value> {
  return { label: value, description, value, picked: value === current };
}

function layoutDetail(layout: TableForm['layout']): string {
  return layout === 'columnar'
    ? t('default, fast for queries that read some fields')
    : t('for tables that are read as whole logs');
}

function compressionDetail(compression: TableForm['compression']): string {
  return compression === 'snappy' ? t('default, fast') : t('smaller, slower');
}

function formText({ retention, layout, compression }: TableForm): string {
  return [
    `${t('Retention')}: ${retentionText(retention)}`,
    `${t('Layout')}: ${layout}`,
    `${t('Compression')}: ${compression}`,
  ].join('\n');
}
