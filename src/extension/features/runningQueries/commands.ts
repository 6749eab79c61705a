import { commandTable, never, row, rows, single } from '../../ui/commandTable';

const ownQuery = /^query\.own/;

export const commands = commandTable({
  'logbench.query.status': {
    title: ['Show Query Status…', '쿼리 상태 보기…'],
    icon: 'pulse',
    menus: [row('1_open@1', ownQuery)],
  },
  'logbench.query.cancel': {
    title: ['Cancel Query', '쿼리 취소'],
    icon: 'debug-stop',
    menus: [row('inline@1', ownQuery, single), row('3_end@1', ownQuery)],
  },
  'logbench.query.copyText': {
    title: ['Copy Query Text', '쿼리 텍스트 복사'],
    palette: never,
    menus: [rows('4_copy@1', /^query\./)],
  },
});
