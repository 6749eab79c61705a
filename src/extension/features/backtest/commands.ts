import { commandTable, menu, queryEditor, row } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.query.backtest': {
    title: ['Backtest…', '백테스트…'],
    menus: [
      row('1_open@6', /^(scheduledQuery|rule\.batch)\./),
      menu(
        'editor/title',
        'logbench@3',
        'resourceLangId == logbench-query || resourceExtname == .lqrule',
        String.raw`!(resourceScheme == logbench && resourcePath =~ /\/rules\/stream\//)`,
      ),
      menu('editor/context', '1_run@5', queryEditor),
    ],
  },
});
