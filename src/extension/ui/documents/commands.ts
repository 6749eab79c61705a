import { commandTable, menu } from '../commandTable';

const readOnlyDocument = 'resourceScheme == logbench-document';

export const commands = commandTable({
  'logbench.document.act': {
    title: ['Show Document Actions…', '문서 작업 보기…'],
    icon: 'tools',
    palette: readOnlyDocument,
    menus: [menu('editor/title', 'navigation@1', readOnlyDocument)],
  },
});
