import { commandTable, menu, platformText, row } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.scheduledQuery.runs': {
    title: ['Show Runs', '실행 내역 보기'],
    menus: [
      row('1_open@6', /^scheduledQuery\./),
      menu('editor/title', 'logbench@4', platformText, 'resourceExtname == .lq'),
    ],
  },
});
