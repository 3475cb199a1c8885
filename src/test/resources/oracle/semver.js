const semver = require('semver');
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const answers = lines.map(line => {
  const [kind, version, other] = line.split('\t');
  if (kind === 'range') return String(semver.satisfies(version, other));
  return String(semver.valid(version) && semver.valid(other) ? semver.compare(version, other) : 'bad');
});
process.stdout.write(answers.join('\n') + '\n');
