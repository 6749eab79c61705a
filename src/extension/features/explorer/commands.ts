import { all, commandTable, connected, explorerTitle, never, row } from '../../ui/commandTable';

const connection = /^connection\./;
const focused = 'focusedView == logbench.explorer';
const list = /^section\.(scheduledQueries|tables|rules)/;
const visible = 'view.logbench.explorer.visible';
const filtered = /^section\..*filtered/;

export const commands = commandTable({
  'logbench.explorer.refreshAll': {
    title: ['Refresh All', '모두 새로 고침'],
    icon: 'refresh',
    palette: never,
    menus: [explorerTitle('navigation@2')],
  },
  'logbench.explorer.refresh': {
    title: ['Refresh', '새로 고침'],
    icon: 'refresh',
    menus: [
      row('inline@9', connection),
      row('1_use@2', connection),
      row('1_list@4', /^section\./),
      row('inline@2', /^failure/),
    ],
    keys: [{ key: 'f5', when: focused }],
  },
  'logbench.explorer.filter': {
    title: ['Filter…', '필터…'],
    icon: 'filter',
    menus: [row('inline@1', list, '!(viewItem =~ /filtered/)'), row('1_list@1', list)],
  },
  'logbench.explorer.clearFilter': {
    title: ['Clear Filter', '필터 지우기'],
    icon: 'clear-all',
    palette: all(connected, visible),
    menus: [row('inline@2', filtered), row('1_list@2', filtered)],
  },
  'logbench.explorer.sort': {
    title: ['Sort…', '정렬…'],
    icon: 'list-ordered',
    menus: [row('1_list@3', list)],
  },
  'logbench.explorer.openSelected': { title: ['Open Selection', '선택 항목 열기'], palette: never },
  'logbench.explorer.loadMore': { title: ['Load More', '더 불러오기'], palette: all(connected, visible) },
  'logbench.explorer.delete': {
    title: ['Delete Selection…', '선택 항목 삭제…'],
    palette: never,
    keys: [{ key: 'delete', mac: 'cmd+backspace', when: all(focused, 'listFocus', '!inputFocus') }],
  },
});
