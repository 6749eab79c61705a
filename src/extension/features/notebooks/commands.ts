import { all, commandTable, connected, menu, never, notebook, queryEditor } from '../../ui/commandTable';

export const commands = commandTable({
  'logbench.notebook.new': { title: ['New Notebook…', '새 노트북…'], icon: 'notebook' },
  'logbench.notebook.editParameters': {
    title: ['Edit Notebook Parameters…', '노트북 매개 변수 편집…'],
    icon: 'calendar',
    palette: notebook,
    menus: [menu('notebook/toolbar', 'navigation@5', notebook)],
  },
  'logbench.notebook.nameCell': { title: ['Name Cell…', '셀 이름 지정…'], icon: 'tag', palette: notebook },
  'logbench.notebook.addQuery': {
    title: ['Add to Notebook…', '노트북에 추가…'],
    icon: 'notebook',
    palette: all(connected, queryEditor),
    menus: [menu('editor/context', '1_logbench@9', queryEditor, 'resourceScheme != vscode-notebook-cell')],
  },
  'logbench.notebook.exportReport': {
    title: ['Export Report…', '보고서 내보내기…'],
    icon: 'export',
    palette: notebook,
    menus: [menu('notebook/toolbar', 'navigation@6', notebook)],
  },
  'logbench.notebook.pivot': { title: ['Pivot…', '피벗…'], icon: 'notebook', palette: never },
});
