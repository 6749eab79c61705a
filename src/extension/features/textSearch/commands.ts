import { commandTable, connected, explorerTitle } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.texts.search': {
    title: ['Search in Queries and Rules…', '쿼리와 규칙에서 검색…'],
    icon: 'search',
    menus: [explorerTitle('1_search@1', connected)],
  },
});
