import { commandTable, connected } from '../../ui/commandTable';

// Who hides values must be able to show them after removing the last connection.
const connectedOrHidden = `${connected} || logbench.privacyOn`;

export const commands = commandTable({
  'logbench.privacy.toggle': {
    title: ['Hide Sensitive Values', '민감한 값 숨기기'],
    icon: 'eye-closed',
    palette: connectedOrHidden,
    keys: [{ key: 'ctrl+alt+h', when: connectedOrHidden }],
  },
});
