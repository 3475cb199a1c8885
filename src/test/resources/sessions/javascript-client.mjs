// What people do with E2B's JavaScript clients. Ends with "all" when everything is as they expect.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const { Sandbox } = createRequire(process.argv[2])('@e2b/code-interpreter')

const box = await Sandbox.create({ metadata: { who: 'js' }, timeoutMs: 600000 })
let live = ''
const said = await box.commands.run('echo one; echo two >&2; pwd', { onStdout: (d) => { live += d }, timeoutMs: 300000 })
assert.deepEqual([said.exitCode, said.stdout, said.stderr, live], [0, 'one\n/home/user\n', 'two\n', said.stdout])
await assert.rejects(box.commands.run('exit 3'), { exitCode: 3 })

await box.files.write('dir/a.txt', 'hello')
assert.equal(await box.files.read('dir/a.txt'), 'hello')
assert.deepEqual((await box.files.list('dir')).map((f) => [f.name, f.type, Number(f.size)]), [['a.txt', 'file', 5]])
assert.equal(await box.files.exists('nothing'), false)
const changes = []
const watch = await box.files.watchDir('dir', (e) => { changes.push(e.type + ' ' + e.name) })
await box.files.write('dir/b.txt', 'x')
while (changes.length === 0) await new Promise((r) => setTimeout(r, 50))
assert.equal(changes[0], 'create b.txt')
await watch.stop()
await box.files.rename('dir/b.txt', 'c.txt')
await box.files.remove('c.txt')

const run = (code, more) => box.runCode(code, { timeoutMs: 300000, ...more })
const first = await run('x = 41\nprint("hi")\nx + 1')
assert.deepEqual([first.text, first.logs.stdout.join('')], ['42', 'hi\n'])
assert.equal((await run('x + 2')).text, '43')
assert.equal((await run('1 / 0')).error.name, 'ZeroDivisionError')
assert.equal((await run('const q = 5; q * 2', { language: 'js' })).text, '10')
const context = await box.createCodeContext({ language: 'python' })
assert.equal((await run('x', { context })).error.name, 'NameError')

const terminal = await box.pty.create({ cols: 80, rows: 24, onData: (d) => { live += Buffer.from(d) } })
await box.pty.sendInput(terminal.pid, Buffer.from('echo $((6*7))\nexit\n'))
await terminal.wait()
assert.ok(live.includes('42'))
const beside = await box.commands.run('sleep 1000', { background: true })
assert.equal((await box.commands.list()).length, 1)
assert.equal(await box.commands.kill(beside.pid), true)

assert.equal((await box.getMetrics())[0].memTotal, 512 << 20)
assert.equal(await box.pause(), true)
assert.equal((await box.getInfo()).state, 'paused')
const again = await Sandbox.connect(box.sandboxId, { timeoutMs: 600000 })
assert.equal((await again.runCode('x')).text, '41')
assert.deepEqual((await Sandbox.list().nextItems()).map((s) => s.metadata.who), ['js'])
assert.equal(await again.kill(), true)
assert.equal(await again.isRunning(), false)
assert.equal(await Sandbox.kill(box.sandboxId), false)
console.log('all')
