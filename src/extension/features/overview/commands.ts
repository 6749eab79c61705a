import { commandTable, row } from '../../ui/commandTable';

const connection = /^connection\./;

export const commands = commandTable({
  'logbench.overview.open': {
    title: ['Open Overview', '개요 열기'],
    icon: 'dashboard',
    menus: [row('inline@5', connection), row('1_use@0', connection)],
  },
});
