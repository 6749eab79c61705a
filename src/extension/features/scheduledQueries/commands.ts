import {
  all,
  changeable,
  commandTable,
  connected,
  menu,
  never,
  platformText,
  queryEditor,
  row,
  rows,
  several,
} from '../../ui/commandTable';

const notOnPlatform = 'resourceScheme != logbench';
const queriesOrHeading = /^(scheduledQuery\.|section\.scheduledQueries)/;
const anyDeleted = '!logbench.noDeletedQueries';
const changeableQueries = changeable('scheduledQueries');
const query = /^scheduledQuery\./;

export const commands = commandTable({
  'logbench.query.schedule': {
    title: ['Schedule This Query…', '이 쿼리 예약…'],
    icon: 'watch',
    palette: all(connected, queryEditor),
    menus: [
      menu('editor/title', 'logbench@6', 'resourceLangId == logbench-query', notOnPlatform),
      menu('editor/context', '1_run@4', queryEditor, notOnPlatform),
    ],
  },
  'logbench.scheduledQuery.enable': {
    title: ['Enable Scheduled Queries', '예약 쿼리 활성화'],
    icon: 'play',
    menus: [rows('2_change@2', queriesOrHeading, several)],
  },
  'logbench.scheduledQuery.enableOne': {
    title: ['Enable Scheduled Query', '이 예약 쿼리 활성화'],
    icon: 'play',
    palette: never,
    menus: [row('2_change@2', /^scheduledQuery\.disabled/)],
  },
  'logbench.scheduledQuery.disable': {
    title: ['Disable Scheduled Queries', '예약 쿼리 비활성화'],
    icon: 'circle-slash',
    menus: [rows('2_change@3', queriesOrHeading, several)],
  },
  'logbench.scheduledQuery.disableOne': {
    title: ['Disable Scheduled Query', '이 예약 쿼리 비활성화'],
    icon: 'circle-slash',
    palette: never,
    menus: [row('2_change@3', /^scheduledQuery\.enabled/)],
  },
  'logbench.scheduledQuery.recreate': {
    title: ['Re-create Deleted Queries…', '삭제한 쿼리 다시 만들기…'],
    icon: 'history',
    palette: all(connected, anyDeleted),
    menus: [row('inline@1', changeableQueries, anyDeleted), row('0_new@2', changeableQueries, anyDeleted)],
  },
  'logbench.scheduledQuery.duplicate': {
    title: ['Duplicate Scheduled Query…', '예약 쿼리 복제…'],
    icon: 'copy',
    menus: [row('2_change@4', query)],
  },
  'logbench.scheduledQuery.copyToConnection': {
    title: ['Copy Scheduled Query to Connection…', '예약 쿼리를 연결로 복사…'],
    menus: [
      row('2_change@5', query),
      menu('editor/title', 'logbench@3', platformText, 'resourceExtname == .lq'),
    ],
  },
  'logbench.scheduledQuery.runText': {
    title: ['Run Scheduled Query Text', '예약 쿼리 내용 실행'],
    icon: 'play',
    menus: [row('1_open@5', query)],
  },
  'logbench.scheduledQuery.copyGuid': { title: ['Copy GUID', 'GUID 복사'], menus: [rows('4_copy@1', query)] },
  'logbench.scheduledQuery.copyAsCurl': {
    title: ['Copy as cURL', 'cURL로 복사'],
    menus: [row('4_copy@2', query)],
  },
  'logbench.scheduledQuery.stop': {
    title: ['Stop Scheduled Queries…', '예약 쿼리 중지…'],
    icon: 'debug-stop',
    menus: [rows('3_end@1', queriesOrHeading, several)],
  },
  'logbench.scheduledQuery.stopOne': {
    title: ['Stop Scheduled Query…', '이 예약 쿼리 중지…'],
    icon: 'debug-stop',
    palette: never,
    menus: [row('inline@1', /^scheduledQuery\.\w+\.running/), row('3_end@1', query)],
  },
  'logbench.scheduledQuery.delete': {
    title: ['Delete Scheduled Queries…', '예약 쿼리 삭제…'],
    icon: 'trash',
    menus: [rows('3_end@2', queriesOrHeading, several)],
  },
  'logbench.scheduledQuery.deleteOne': {
    title: ['Delete Scheduled Query…', '이 예약 쿼리 삭제…'],
    icon: 'trash',
    palette: never,
    menus: [row('3_end@2', query)],
  },
  'logbench.scheduledQuery.create': {
    title: ['New Scheduled Query…', '새 예약 쿼리…'],
    icon: 'add',
    menus: [row('inline@0', changeableQueries), row('0_new@1', changeableQueries)],
  },
  'logbench.scheduledQuery.edit': {
    title: ['Edit Schedule and Properties…', '일정과 속성 편집…'],
    icon: 'settings-gear',
    menus: [row('inline@2', query), row('2_change@1', query)],
  },
});
