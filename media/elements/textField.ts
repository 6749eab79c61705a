import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { css } from 'lit';

// The component marks a wrong value on its host, which has no border, and its square input covers the round
// corners of the frame. A placeholder that does not fit is cut in the middle of a letter.
VscodeTextfield.elementStyles.push(css`
  input {
    border-radius: 3px;
    text-overflow: ellipsis;
  }

  :host([invalid]) .root {
    border-color: var(--vscode-inputValidation-errorBorder);
  }
`);
