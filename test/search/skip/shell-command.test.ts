import { expect, it } from "vitest";
import { isShellCommand } from "../../../src/search/skip/shell-command.ts";

const COMMANDS = `
git pull --rebase
git log --oneline -n 5
git checkout -b payments
git push -u origin feature/login
git stash pop
npm install
npm run build && npm test
docker build -t app .
docker run -it ubuntu bash
ls -la src
mkdir -p tmp/out
rm -rf dist
cat package.json
tail -n 100 app.log
make -j8 test
cargo build --release
pip install -r requirements.txt
python main.py
node server.js
kubectl get pods
ps aux | grep node
sort names.txt | uniq -c
echo $PATH
chmod +x run.sh
ssh root@10.0.0.1
./run.sh --fast
npx tsc --noEmit
sudo systemctl restart nginx
DEBUG=1 node server.js
$ git status
kill -9 1234
find . -name '*.ts'
cd ..; ls
terraform plan -out=plan.bin`;

const PROSE = `
docker networking between services
git hooks policy
make or just for tasks?
find Anna's address
ping pong tournament date
sort out the invoices from March
kill criteria for the project
test accounts for staging
run schedule of the marathon
node version for CI
python style guide
go to market plan
man in the middle attack notes
head office address Lisbon
cd collection of my father
date for the dentist
open source license choice
diff between plan A and B
tree planting volunteers
ssh access for Ana
curl hair products list
npm token location
make sure backups run
git token for the bot
git merge conflict in payments module
npm install fails on node 22
docker run exits with code 137
kubectl logs for billing
cargo build errors on windows
pip install behind a proxy
git commit signing setup for new people
go build tags for linux
watch list, movies
top 5 customers
git status?
git 合并冲突
the git status
node src/index.ts crashes at night
cat food; dog food
less sugar | more fruit in the cake
cp of contract
npm run this
python 3 14
rm policy for old backup folders`;

const lines = (text: string) => text.trim().split("\n");

it.each(lines(COMMANDS))("takes %j for a command", (text) => {
  expect(isShellCommand(text)).toBe(true);
});

it.each(lines(PROSE))("takes %j for prose", (text) => {
  expect(isShellCommand(text)).toBe(false);
});

it("takes quoted text for one argument, and several lines for several commands", () => {
  expect(isShellCommand('git commit -m "fix the login of the shop; and more"')).toBe(true);
  expect(isShellCommand("cd src\nls -la")).toBe(true);
  expect(isShellCommand("cd src\nand then we talk about it")).toBe(false);
  expect(isShellCommand("")).toBe(false);
  expect(isShellCommand("&&")).toBe(false);
});

it("takes a script for none", () => {
  expect(isShellCommand("ls -la\n".repeat(100))).toBe(false);
});
