import { all, commandTable, connected, menu, queryEditor, row } from '../../ui/commandTable';

const connection = /^connection\./;
const queryTab = 'resourceLangId == logbench-query';
const notStreamRule = String.raw`!(resourceScheme == logbench && resourcePath =~ /\/rules\/stream\//)`;

export const commands = commandTable({
  'logbench.query.new': {
    title: ['New Query', '새 쿼리'],
    icon: 'new-file',
    menus: [row('inline@0', connection), row('0_new@1', connection)],
    keys: [{ key: 'ctrl+k n', mac: 'cmd+k n', when: connected }],
  },
  'logbench.query.run': {
    title: ['Run Query', '쿼리 실행'],
    icon: 'play',
    palette: all(connected, queryEditor),
    menus: [
      menu('editor/title/run', 'navigation@1', queryTab, notStreamRule),
      menu('editor/context', '1_run@1', queryEditor),
    ],
    keys: [
      {
        key: 'ctrl+enter',
        mac: 'cmd+enter',
        when: all('editorTextFocus', queryEditor, '!renameInputVisible', '!notebookEditorFocused'),
      },
      {
        key: 'shift+enter',
        when: all(
          'editorTextFocus',
          queryEditor,
          '!suggestWidgetVisible',
          '!renameInputVisible',
          '!notebookEditorFocused',
        ),
      },
    ],
  },
  'logbench.query.runPipeline': {
    title: ['Run Pipeline at Cursor', '커서의 파이프라인 실행'],
    palette: all(connected, queryEditor),
    menus: [
      menu('editor/title/run', 'navigation@2', queryTab, notStreamRule),
      menu('editor/context', '1_run@2', queryEditor),
    ],
  },
  'logbench.query.runToCursor': {
    title: ['Run Query up to Cursor', '커서까지 쿼리 실행'],
    palette: all(connected, queryEditor),
    menus: [
      menu('editor/title/run', 'navigation@3', queryTab, notStreamRule),
      menu('editor/context', '1_run@3', queryEditor),
    ],
  },
  'logbench.query.history': {
    title: ['Show Query History…', '쿼리 기록 보기…'],
    icon: 'history',
    menus: [menu('editor/title', 'logbench@4', queryTab), menu('editor/context', '1_run@4', queryEditor)],
  },
  'logbench.query.selectConnection': {
    title: ['Select Connection for This Query…', '이 쿼리의 연결 선택…'],
    icon: 'plug',
    palette: all(connected, queryEditor),
    menus: [menu('editor/title', 'logbench@5', queryTab, 'resourceScheme != logbench')],
  },
  'logbench.scheduledQuery.runNow': {
    title: ['Run Now', '지금 실행'],
    menus: [row('1_open@5', /^scheduledQuery\./)],
  },
});
