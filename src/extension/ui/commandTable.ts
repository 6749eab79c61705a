/** A command of the manifest, with its menus and keys. `npm run generate` writes `package.json` from these tables. */
export interface CommandEntry {
  /** Missing if only a key is added to a command of VS Code. */
  readonly title?: readonly [english: string, korean: string];
  /** A codicon. */
  readonly icon?: string;
  /** When the Command Palette offers it: with a connection, unless it says otherwise. */
  readonly palette?: string;
  readonly menus?: readonly MenuItem[];
  readonly keys?: readonly Key[];
}

export interface MenuItem {
  readonly menu: string;
  readonly group: string;
  readonly when: string;
}

export interface Key {
  readonly key: string;
  readonly mac?: string;
  readonly when: string;
}

type Command = `logbench.${string}` | `workbench.${string}`;

/** The commands of one feature: the file `commands.ts` of its folder, which only `npm run generate` loads. */
export function commandTable(table: Readonly<Record<Command, CommandEntry>>): typeof table {
  return table;
}

/** In the settings. VS Code knows it before the extension is active, which a context key of the extension is not. */
export const configured = "config.logbench.connections != '[]'";
/** In the settings, or a local platform that was found. */
export const connected = `${configured} || logbench.connected`;
export const always = 'true';
export const never = 'false';
export const single = '!listMultiSelection';
export const several = 'listMultiSelection';
export const queryEditor = 'editorLangId == logbench-query';
export const notebook = "notebookType == 'logbench-notebook'";
export const onDisk = 'resourceScheme == file';
/** The text of a scheduled query or rule of a platform. */
export const platformText = 'resourceScheme == logbench';

export function all(...conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0] ?? always;
  return conditions
    .map((condition) => (condition.includes(' || ') ? `(${condition})` : condition))
    .join(' && ');
}

export function menu(name: string, group: string, ...conditions: readonly string[]): MenuItem {
  return { menu: name, group, when: all(...conditions) };
}

/** In the title of the explorer. */
export function explorerTitle(group: string, ...conditions: readonly string[]): MenuItem {
  return menu('view/title', group, 'view == logbench.explorer', ...conditions);
}

/**
 * On a row of the explorer whose context value matches. The menu of several rows does not have it, except that of the
 * rows above: it would be empty, although what is selected is elsewhere as a rule.
 */
export function row(group: string, contextValue: RegExp, ...conditions: readonly string[]): MenuItem {
  const isAlways = group.startsWith('inline') || /^\^(connection|section)\b/.test(contextValue.source);
  return rows(group, contextValue, ...conditions, ...(isAlways ? [] : [single]));
}

/** The same for a command that acts on all selected rows. */
export function rows(group: string, contextValue: RegExp, ...conditions: readonly string[]): MenuItem {
  const matches = `viewItem =~ ${String(contextValue)}`;
  return menu('view/item/context', group, 'view == logbench.explorer', matches, ...conditions);
}

/** The heading of a section, for what the platform rejects for a MEMBER. */
export function changeable(section: string): RegExp {
  return new RegExp(`^section\\.${section}(?!.*\\.member)`);
}

/** On the rows of a project in Source Control. */
export function sourceControl(place: string, group: string, ...conditions: readonly string[]): MenuItem {
  return menu(`scm/${place}`, group, 'scmProvider =~ /^logbench\\./', ...conditions);
}
