import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { css } from 'lit';

// The component styles an invalid value on its host, which has no border, its input covers the rounded
// corners, and a long placeholder is cut without an ellipsis.
VscodeTextfield.elementStyles.push(css`
  input {
    border-radius: 3px;
    text-overflow: ellipsis;
  }

  :host([invalid]) .root {
    border-color: var(--vscode-inputValidation-errorBorder);
  }
`);
