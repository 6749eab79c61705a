// Runs in the page before its own script; plain JavaScript, because the test runner's compiler adds helpers
// that a page does not have.
window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.tellHost(message),
  setState: (state) => {
    window.keptState = state;
  },
});

document.addEventListener('DOMContentLoaded', () => {
  const { variables, bodyClass } = window.standInTheme;
  for (const [name, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(name, value);
  }
  document.body.className = bodyClass;
});
