// Runs in the page before its own script; plain JavaScript, because the test runner's compiler adds helpers
// that a page does not have.
window.wanted = new URLSearchParams(location.search);

window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.tellHost(window.wanted.get('view'), message),
  setState: (state) => {
    window.keptState = state;
  },
});

window.useTheme = (name) => {
  const { variables, bodyClass } = window.standInThemes[name];
  document.documentElement.removeAttribute('style');
  for (const [variable, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(variable, value);
  }
  document.body.className = bodyClass;
};

document.addEventListener('DOMContentLoaded', () => {
  window.useTheme(window.wanted.get('theme') ?? 'dark');
});
