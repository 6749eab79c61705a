import { all, commandTable } from '../commandTable';

export const commands = commandTable({
  'workbench.action.acceptSelectedQuickOpenItem': {
    keys: [
      {
        key: 'ctrl+alt+enter',
        mac: 'cmd+alt+enter',
        when: all('editorTextFocus', 'resourceScheme == untitled', 'logbench.editingText'),
      },
    ],
  },
});
