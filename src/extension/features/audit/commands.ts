import { always, commandTable, row } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.audit.search': {
    title: ['Search Audit Logs', '감사 로그 검색'],
    icon: 'search',
    menus: [row('1_use@4', /^connection\./), row('1_use@4', /^table(\.|$)/)],
  },
  'logbench.audit.verifyExport': {
    title: ['Verify Audit Log Export…', '감사 로그 내보내기 검증…'],
    palette: always,
  },
});
