import { always, commandTable } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.diagnostics.collect': {
    title: ['Collect Diagnostics…', '진단 정보 수집…'],
    icon: 'bug',
    palette: always,
  },
});
