// A headless Chromium, driven through a pipe by the DevTools protocol: one page, what it asks of the network, what it
// complains about, keys, screenshots.
'use strict';
const {spawn, spawnSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe'
];
const KEYS = {
  Enter: 13,
  Escape: 27,
  ' ': 32,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  Tab: 9,
  PageDown: 34
};

// The name of a Chromium on this machine, or undefined.
function find() {
  return [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'].find(
    name => name && spawnSync(name, ['--version'], {stdio: 'ignore'}).status === 0
  );
}

class Browser {
  static async start(width, height) {
    const b = new Browser();
    b.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pcgram-html-'));
    b.process = spawn(find(), [...FLAGS, `--user-data-dir=${b.folder}`, `--window-size=${width},${height}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
    });
    Object.assign(b, {next: 1, waiting: new Map(), requests: [], complaints: [], loads: [], rest: ''});
    b.process.stdio[4].setEncoding('utf8');
    b.process.stdio[4].on('data', text => b.read(text));
    b.process.stdio[3].on('error', () => {});
    const {targetInfos} = await b.call('Target.getTargets', {}, null);
    const page = targetInfos.find(t => t.type === 'page');
    b.session = (await b.call('Target.attachToTarget', {targetId: page.targetId, flatten: true}, null)).sessionId;
    for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await b.call(`${domain}.enable`);
    await b.size(width, height);
    return b;
  }

  // Of a phone the page has no scroll bars, and is as wide as its widest part.
  async size(width, height, mobile = false) {
    await this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile});
  }

  read(text) {
    const parts = (this.rest + text).split('\0');
    this.rest = parts.pop();
    for (const part of parts) this.got(JSON.parse(part));
  }

  got(m) {
    if (m.id) {
      const [resolve, reject] = this.waiting.get(m.id);
      this.waiting.delete(m.id);
      return m.error ? reject(new Error(m.error.message)) : resolve(m.result);
    }
    const p = m.params;
    if (m.method === 'Network.requestWillBeSent') this.requests.push(p.request.url);
    else if (m.method === 'Runtime.exceptionThrown')
      this.complaints.push(p.exceptionDetails.exception?.description || p.exceptionDetails.text);
    else if (m.method === 'Runtime.consoleAPICalled')
      this.complaints.push(`${p.type}: ${p.args.map(a => a.value ?? a.description).join(' ')}`);
    else if (m.method === 'Log.entryAdded') this.complaints.push(`${p.entry.level}: ${p.entry.text}`);
    else if (m.method === 'Page.loadEventFired') this.loads.splice(0).forEach(done => done());
  }

  call(method, params = {}, session = this.session) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({id, method, params, ...(session ? {sessionId: session} : {})}) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, [resolve, reject]));
  }

  async go(url) {
    const loaded = new Promise(done => this.loads.push(done));
    await this.call('Page.navigate', {url});
    await loaded;
  }

  // Loads a file; requests and complaints begin anew. A page of its own, also where only the fragment differs.
  async open(file, fragment = '') {
    await this.go('about:blank');
    this.requests = [];
    this.complaints = [];
    await this.go(`file://${path.resolve(file)}${fragment}`);
    await this.settle();
  }

  async settle() {
    await this.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))');
  }

  async evaluate(expression) {
    const r = await this.call('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description || r.exceptionDetails.text);
    return r.result.value;
  }

  async key(name, modifiers = 0) {
    const code = KEYS[name] || name.toUpperCase().charCodeAt(0),
      text = name.length === 1 ? name : name === 'Enter' ? '\r' : undefined;
    await this.call('Input.dispatchKeyEvent', {type: 'keyDown', key: name, windowsVirtualKeyCode: code, text, modifiers});
    await this.call('Input.dispatchKeyEvent', {type: 'keyUp', key: name, windowsVirtualKeyCode: code, modifiers});
    await this.settle();
  }

  async scheme(value) {
    await this.call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
  }

  async screenshot(file) {
    await this.settle();
    const {data} = await this.call('Page.captureScreenshot', {format: 'png'});
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }

  async stop() {
    const ended = new Promise(done => this.process.on('exit', done));
    this.call('Browser.close', {}, null).catch(() => {});
    await ended;
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
  }
}

module.exports = {Browser, find};
