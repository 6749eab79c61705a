import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { inProject } from '../../scripts/project.mjs';

const menuItem = z.object({
  command: z.string(),
  when: z.optional(z.string()),
  group: z.optional(z.string()),
});
const { contributes } = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      keybindings: z.array(menuItem),
      menus: z.record(z.string(), z.array(menuItem)),
    }),
  })
  .parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));

type ContextKeys = Readonly<Record<string, string | boolean>>;

/** VS Code itself sets `config.*`, a list as JSON; keys of the extension are missing until it is active. */
const nothing: ContextKeys = { 'config.logbench.connections': '[]' };
const connected: ContextKeys = { 'config.logbench.connections': '[{"name":"Lab"}]' };
const yamlEditor = { resourceExtname: '.yaml', editorLangId: 'yaml', resourceScheme: 'file' };
const queryEditor = { editorLangId: 'logbench-query', resourceScheme: 'untitled' };
const queryFile = { editorLangId: 'logbench-query', resourceScheme: 'file' };

describe('The icon of the language', () => {
  it('stands out on light and on dark backgrounds, because it is the same file for both', () => {
    const [, hex = ''] =
      /stroke="#([0-9a-f]{6})"/i.exec(readFileSync(inProject('media', 'logbench.svg'), 'utf8')) ?? [];
    const luminance = (color: string): number =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const part = Number.parseInt(color.slice(2 * index, 2 * index + 2), 16) / 255;
        return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      }, 0);
    for (const background of ['ffffff', 'f8f8f8', '1f1f1f', '000000']) {
      const [dark = 0, light = 0] = [luminance(hex), luminance(background)].sort((one, other) => one - other);
      assert.ok((light + 0.05) / (dark + 0.05) >= 3, background);
    }
  });
});

describe('The Command Palette', () => {
  const always = new Set([
    'logbench.connection.add',
    'logbench.connection.import',
    'logbench.audit.verifyExport',
    'logbench.diagnostics.collect',
    'logbench.platform.start',
    'logbench.drafts.list',
  ]);

  it('offers without a connection only the commands that work without one', () => {
    assert.deepEqual(new Set(offered(nothing)), always);
    assert.deepEqual(new Set(offered({ ...nothing, ...queryEditor })), always);
    assert.deepEqual(
      new Set(offered({ ...nothing, ...yamlEditor })),
      new Set([...always, 'logbench.sigma.convert', 'logbench.sigma.editMapping']),
    );
  });

  it('does not offer to start a local platform that runs or is not in the package', () => {
    for (const key of ['logbench.platformRunning', 'logbench.platformUnavailable'])
      assert(!offered({ ...nothing, [key]: true }).includes('logbench.platform.start'), key);
  });

  it('offers all commands of a connection before the extension is active', () => {
    const hidden = contributes.commands
      .map(({ command }) => command)
      .filter((command) => !offered({ ...connected, ...queryFile }).includes(command))
      .filter((command) => !offered({ ...connected, ...yamlEditor }).includes(command))
      // Those of the menu of one object have the action of one in the palette.
      .filter((command) => !command.endsWith('One'));

    assert.deepEqual(
      new Set(hidden),
      new Set([
        // In the title of the explorer; the palette has Refresh.
        'logbench.explorer.refreshAll',
        // They work on rows that are shown or on what runs in this window.
        'logbench.explorer.clearFilter',
        'logbench.explorer.openSelected',
        'logbench.explorer.loadMore',
        'logbench.explorer.delete',
        'logbench.query.loadValues',
        'logbench.query.copyText',
        'logbench.platform.stop',
        'logbench.document.act',
        'logbench.upload.pause',
        // On rows of Source Control.
        'logbench.code.applyFile',
        'logbench.code.acceptRemote',
        'logbench.code.openFile',
        // Only in a notebook.
        'logbench.notebook.editParameters',
        'logbench.notebook.nameCell',
        'logbench.notebook.exportReport',
        // Only on a value.
        'logbench.notebook.pivot',
      ]),
    );
  });

  it('offers for a local platform that was found what it offers for a connection, except to change the settings', () => {
    for (const editor of [{}, queryFile, yamlEditor]) {
      const found = { ...nothing, ...editor, 'logbench.connected': true };
      const inSettings = offered({ ...found, ...connected });
      assert.deepEqual(
        offered(found),
        inSettings.filter((command) => !ofSettings.includes(command)),
      );
    }
  });

  const ofSettings = ['moveToGroup', 'edit', 'remove', 'export'].map((name) => `logbench.connection.${name}`);

  it('offers to load more rows and to clear a filter while the explorer is shown', () => {
    const shown = { ...connected, 'view.logbench.explorer.visible': true };
    assert.deepEqual(
      offered(shown).filter((command) => !offered(connected).includes(command)),
      ['logbench.explorer.clearFilter', 'logbench.explorer.loadMore'],
    );
  });

  it('offers the commands of an editor only in that editor', () => {
    const inEditor = (editor: ContextKeys): Set<string> =>
      new Set(
        offered({ ...connected, ...editor }).filter((command) => !offered(connected).includes(command)),
      );

    assert.deepEqual(
      inEditor(queryEditor),
      new Set([
        'logbench.query.run',
        'logbench.query.runPipeline',
        'logbench.query.runToCursor',
        'logbench.query.schedule',
        'logbench.query.selectConnection',
        'logbench.notebook.addQuery',
      ]),
    );
    assert.deepEqual(
      inEditor(yamlEditor),
      new Set([
        'logbench.sigma.convert',
        'logbench.sigma.try',
        'logbench.sigma.schedule',
        'logbench.sigma.createRule',
        'logbench.sigma.update',
        'logbench.sigma.editMapping',
      ]),
    );
  });

  it('offers to plan, to apply and to select a platform in a workspace with a project, and in a file of any', () => {
    const ofProject = ['plan', 'apply', 'selectPlatform'].map((name) => `logbench.code.${name}`);
    for (const keys of [
      { 'logbench.projectFolders': '/project' },
      queryFile,
      { ...yamlEditor, resourceFilename: 'logbench.yaml' },
    ]) {
      const inProject = offered({ ...connected, ...keys });
      assert.deepEqual(
        ofProject.filter((command) => inProject.includes(command)),
        ofProject,
      );
    }
    assert.deepEqual(
      ofProject.filter((command) => offered({ ...connected, ...yamlEditor }).includes(command)),
      [],
    );
  });

  it('offers to pause an upload while one is running, and to re-create queries unless none were deleted', () => {
    assert(offered({ ...connected, 'logbench.uploading': true }).includes('logbench.upload.pause'));
    assert(
      !offered({ ...connected, 'logbench.noDeletedQueries': true }).includes(
        'logbench.scheduledQuery.recreate',
      ),
    );
  });
});

describe('The menu of several rows', () => {
  // VS Code shows only what the menus of all selected rows have, and the click that expands a heading selects it.
  it('offers what can be done with several although the heading above them is selected too', () => {
    const menu = (viewItem: string): string[] =>
      shownIn('view/item/context', { view: 'logbench.explorer', viewItem, listMultiSelection: true });
    const both = (heading: string, row: string): string[] =>
      menu(row).filter((command) => menu(heading).includes(command));

    for (const heading of ['tableGroup', 'tableGroup.none', 'section.tables.filtered']) {
      assert.deepEqual(both(heading, 'table.encrypted'), ['logbench.table.setRetention'], heading);
    }
    assert.deepEqual(new Set(both('section.scheduledQueries', 'scheduledQuery.enabled.running')), ofQueries);
    assert.deepEqual(both('section.rules', 'rule.batch.enabled'), [
      'logbench.rule.enable',
      'logbench.rule.disable',
    ]);
    assert.equal(shownIn('view/item/context', { viewItem: 'tableGroup' }).length, 0);
  });

  it('offers a MEMBER nothing new that the platform would reject', () => {
    const creating = {
      tables: 'logbench.table.create',
      scheduledQueries: 'logbench.scheduledQuery.create',
      rules: 'logbench.rule.create',
      uploads: 'logbench.upload.start',
    };
    for (const [section, command] of Object.entries(creating)) {
      const offered = ['', '.filtered', '.member', '.filtered.member'].map((state) => {
        const viewItem = `section.${section}${state}`;
        return shownIn('view/item/context', { view: 'logbench.explorer', viewItem }).includes(command);
      });
      assert.deepEqual(offered, [true, true, false, false], command);
    }
  });

  it('offers no command that acts on the clicked row alone, and none without the others', () => {
    const menu = (viewItem: string, listMultiSelection: boolean): readonly string[] =>
      shownIn(
        'view/item/context',
        { view: 'logbench.explorer', viewItem, listMultiSelection },
        /^(?!inline)/,
      );
    const actsOnAll = {
      'scheduledQuery.enabled.running.draft': [
        ...[...ofQueries].map((command) => command.slice('logbench.'.length)),
        'scheduledQuery.copyGuid',
      ],
      'rule.batch.enabled.draft': ['rule.enable', 'rule.disable'],
      'ruleVersion.earlier': [],
      'table.encrypted': ['table.setRetention', 'table.drop'],
      'upload.own.sending': ['upload.cancel', 'upload.pause'],
      'upload.own.paused': ['upload.cancel', 'upload.resume'],
      'query.own': ['query.copyText'],
    };
    for (const [viewItem, commands] of Object.entries(actsOnAll)) {
      const expected = commands.map((command) => `logbench.${command}`).sort();
      assert.deepEqual([...menu(viewItem, true)].sort(), expected, viewItem);
      assert.ok(menu(viewItem, false).length > 0, viewItem);
    }
  });

  it('is on a connection or a section that of its own, because the selected rows are others as a rule', () => {
    for (const viewItem of ['connection.production.locked', 'section.uploads']) {
      const menu = (listMultiSelection: boolean): readonly string[] =>
        shownIn('view/item/context', { view: 'logbench.explorer', viewItem, listMultiSelection });
      assert.ok(menu(true).length > 0, viewItem);
      assert.deepEqual(menu(true), menu(false), viewItem);
    }
  });

  const ofQueries = new Set(
    ['enable', 'disable', 'stop', 'delete'].map((name) => `logbench.scheduledQuery.${name}`),
  );
});

describe('The menus of a detection rule', () => {
  const inTitle = (resourcePath: string): string[] => {
    const resource = {
      resourceScheme: 'logbench',
      resourceLangId: 'logbench-query',
      resourceExtname: resourcePath.slice(resourcePath.lastIndexOf('.')),
      resourcePath,
    };
    return ['editor/title', 'editor/title/run'].flatMap((menu) => shownIn(menu, resource));
  };

  it('offer no runs of a schedule, and neither run nor try the conditions of a stream rule', () => {
    const ofQueries = ['logbench.query.run', 'logbench.query.backtest'];
    const query = inTitle('/Lab/scheduled-queries/g/Scan.lq');
    const batch = inTitle('/Lab/rules/batch/g/Upstream. stream.lqrule');
    const stream = inTitle('/Lab/rules/stream/g/Scan.lqrule');
    assert.deepEqual(
      [query, batch, stream].map((menu) => ofQueries.every((command) => menu.includes(command))),
      [true, true, false],
    );
    assert.deepEqual(
      stream.filter((command) => command.startsWith('logbench.query.run') || ofQueries.includes(command)),
      [],
    );
    assert.deepEqual(
      [query, batch, stream].map((menu) => menu.includes('logbench.scheduledQuery.runs')),
      [true, false, false],
    );
    const row = (viewItem: string): string[] =>
      shownIn('view/item/context', { view: 'logbench.explorer', viewItem });
    assert(row('rule.batch.enabled').includes('logbench.query.backtest'));
    assert(!row('rule.stream.enabled').includes('logbench.query.backtest'));
  });
});

describe('Menus and keys of workspaces without a connection', () => {
  it('have no command of Logbench on files and folders, except for a project', () => {
    const items = contributes.menus['explorer/context'] ?? [];
    for (const resource of [{}, { explorerResourceIsFolder: true }]) {
      const shown = (keys: ContextKeys): boolean =>
        items.some((item) => applies(item.when, { ...keys, ...resource, resourceScheme: 'file' }));
      assert.equal(shown(nothing), false);
      assert.equal(shown(connected), true);
    }
  });

  it('leave every key to VS Code and other extensions', () => {
    const taken = contributes.keybindings.filter(({ when }) => applies(when, nothing));

    assert.deepEqual(taken, []);
    assert(contributes.keybindings.some(({ when }) => applies(when, connected)));
  });
});

function shownIn(menu: string, keys: ContextKeys, groups = /^/): string[] {
  const items = (contributes.menus[menu] ?? []).filter(({ group = '' }) => groups.test(group));
  return items.filter(({ when }) => applies(when, { ...connected, ...keys })).map(({ command }) => command);
}

function offered(keys: ContextKeys): string[] {
  const whens = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
  return contributes.commands
    .map(({ command }) => command)
    .filter((command) => applies(whens.get(command), keys));
}

/** Whether a `when` clause is true, by the rules that VS Code documents for it. */
function applies(when: string | undefined, keys: ContextKeys): boolean {
  const compare = (key: string, operator?: string, written = ''): boolean => {
    const [value, operand] = [keys[key], written.replaceAll(/^['/]|['/]$/g, '')];
    if (operator === undefined) return key === 'true' || Boolean(value);
    if (operator === '=~') return new RegExp(operand).test(String(value ?? ''));
    return operator !== 'in' && (String(value) === operand) === (operator === '==');
  };
  const comparison = /([\w.:-]+)(?: (==|!=|=~|in) (\/(?:\\.|[^/])+\/|'[^']*'|[\w.:-]+))?/g;
  let text = (when ?? 'true')
    .replaceAll(comparison, (_, ...parts: [string, string?, string?]) => `${compare(...parts)}`)
    .replaceAll(' ', '');
  const isTrue = (alternatives: string): boolean =>
    alternatives.split('||').some((all) => all.split('&&').every((one) => /^(true|!false)$/.test(one)));
  const innermost = /\(([^()]*)\)/;
  while (innermost.test(text)) text = text.replace(innermost, (_, inner: string) => `${isTrue(inner)}`);
  return isTrue(text);
}
