import { changeable, commandTable, row, rows, several } from '../../ui/commandTable';

const table = /^table(\.|$)/;
const changeableTables = changeable('tables');

export const commands = commandTable({
  'logbench.table.show': {
    title: ['Show Table Details', '테이블 세부 정보 보기'],
    icon: 'info',
    menus: [row('1_use@2', table)],
  },
  'logbench.table.copyText': {
    title: ['Copy Table Details as Text', '테이블 세부 정보를 텍스트로 복사'],
    menus: [row('1_use@3', table)],
  },
  'logbench.table.query': {
    title: ['Query This Table', '이 테이블 조회'],
    icon: 'search',
    menus: [row('inline@1', table), row('1_use@1', table)],
  },
  'logbench.table.create': {
    title: ['New Table…', '새 테이블…'],
    icon: 'add',
    menus: [row('inline@0', changeableTables), row('0_new@1', changeableTables)],
  },
  'logbench.table.setRetention': {
    title: ['Change Retention…', '보존 기간 변경…'],
    menus: [rows('2_change@2', table), rows('2_change@2', /^(tableGroup|section\.tables)/, several)],
  },
  'logbench.table.drop': { title: ['Drop Table…', '테이블 삭제…'], menus: [rows('3_end@1', table)] },
});
