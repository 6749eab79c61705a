// Replaces VS Code's native logger, which is not built here. Without it, log channels stay empty and every
// write logs errors.
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const severities = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

// Every line has one format and is written immediately; nothing stays open.
const unused = { setPattern: () => undefined, flush: () => undefined, drop: () => undefined };

async function createLogger(_name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  let level = 2;
  let raw = false;
  const write = (severity, message) => {
    if (severities.indexOf(severity) < level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(file, raw ? message : `${time} [${severity}] ${message}\n`);
  };
  return {
    ...unused,
    ...Object.fromEntries(severities.map((severity) => [severity, (message) => write(severity, message)])),
    getLevel: () => level,
    setLevel: (next) => void (level = next),
    clearFormatters: () => void (raw = true),
  };
}

// Separate exports, so that an ES module that imports this one sees the names.
exports.version = 1;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
