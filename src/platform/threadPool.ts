// Each statement under way holds one thread of Node's pool until it ends. With the usual four, four long
// queries would keep files, names and every other statement waiting. The pool reads this at its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '32';
