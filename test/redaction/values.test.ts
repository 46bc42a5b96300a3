import { describe, expect, it } from "vitest";
import { isPlaceholder, looksRandom } from "../../src/redaction/values.ts";

const listed = (values: string) => values.split(" ");

describe("what stands for a value", () => {
  it.each([
    ["a stand-in in any case", "required Required NONE None 1Password"],
    ["what was taken out before", "[redacted:x x[redacted:y]z"],
    ["a variable of a shell", "$(x1 ${x1 $env:X1 $PASS $p_w $_ %A_1%"],
    ["signs for hidden letters", "*** **** ••• •••• ... .... … --- ---- ___ ____ xxx XXX ### #### ?? ???"],
    ["words of examples", "your-key1 1your2 x-YOUR insert1 1insert replace_1 example.1 1-placeholder"],
    ["more words of examples", "changeme! dummy7 1dummy redacted-1 REDACTED."],
    ["a key of the documentation", "A1EXAMPLE AKEXAMPLE A1EXAMPLEKEY"],
    ["the name of a variable", "A_B AB1_2C_D X9_9"],
    ["where it is kept", "op://x1 s3://x1 a-b+c.d://x1 ARN:x1 arn:x1 vault:x1 file:x1 ./x1 ../x1 ~/x1"],
    ["the longest scheme", `${"a".repeat(16)}://x1`],
    ["a member in code", "a.b a?.b $a._b a_b.c a.$b a.b(c1 a.b[0] a.b.c aB.cD"],
    ["a call or a look-up in code", "a( a1$(x _a1( $a1( a[0 a[\"b a['b a<B a<b1"],
    ["the same over and over", "xxxxab1 axxxxxx1 XXXXXXa1 a00000000 12345678901234567890 abcdefABCDEF"],
    ["a name in brackets", "<password> {token} [secret1] (user-1) {{token1}} <user-1/key-2>"],
    ["a path", "/run/x1 /x /run/secrets/db2_pass1"],
    ["somebody's", "my-db-2 my_db some-key-1 MY.db-1 x-my-1 x-some"],
  ])("may be %s", (_, values) => {
    for (const value of listed(values)) expect([value, isPlaceholder(value)]).toEqual([value, true]);
  });

  it.each([
    ["a stand-in among others", "required1 nones"],
    ["half a variable of a shell", "a$b1 1$(x1 1$env:x $1a $a1 $ %% x%A%1 1%A% %A%x %a-b%"],
    ["too few signs", "** •• .. -- __ xx XX ## ?"],
    ["signs with something else", "***a a*** ...1 1... ••1 ?1 a1…"],
    ["words within words", "yours1 1ayour xinserts replaced1 examples1 dummys1 1redacteds"],
    ["an example's key that goes on", "A1EXAMPLEKEYS A1EXAMPLES1"],
    ["what is no variable's name", "A1 A_b a_B1 1A_B A_ _A_1 A_B-1"],
    ["too short or long a scheme", `x://y1 ${"a".repeat(17)}://x1 1a://x1`],
    ["no place of its own", "xarn:1 a1vault:x .../x1 x~/1 x./1"],
    ["what is no member", "a.1 a1.b 1a.b a.b! a..b1 .b .b1 a. a.b-1"],
    ["what is no call", "a[b1 a<1 1a( a-1("],
    ["too few of the same", "axxxx1 xxx1 axxxxx1 a0000000 1234567890 abcdef1abcdef 123456789012345678"],
    [
      "random characters in brackets",
      "<aB3dE6fG> <aB3dE6fG1> {aB3dE6fG1} [aB3dE6fG1] (aB3dE6fG1) {{aB3dE6fG1}}",
    ],
    ["random characters of a path", "/a/aB3dE6fG1hJ9kL2m"],
    ["somebody's random ones", "my-aB3dE6fG some-aB3dE6fG"],
    ["somebody's in a word", "mykey1 tommy1 somebody1 army-1"],
  ])("is not %s", (_, values) => {
    for (const value of listed(values)) expect([value, isPlaceholder(value)]).toEqual([value, false]);
  });

  it.each([
    ["seven random characters", "<aB3dE6f>"],
    ["fifteen of them in a path", "/a/aB3dE6fG1hJ9kL2"],
    ["three brackets", "<<<aB3dE6fG1>>>"],
    ["a blank inside", "<aB3d E6fG1>"],
    ["a quote inside", "<aB3d'E6fG1>"],
    ["a dollar inside", "<aB3d$E6fG1>"],
    ["a bracket inside", "<aB3d(E6fG1>"],
    ...[...'<>{}[)"`'].map((sign) => [`${sign} inside`, `<aB3d${sign}E6fG1hJ>`]),
    ["letters alone in a path", "/run/abcdefghijklmnopqr"],
    ["letters alone", "<aBCdEfGhIj>"],
    ["digits alone", "<1234509876>"],
  ])("may be a name in brackets of %s", (_, value) => {
    expect(isPlaceholder(value)).toBe(true);
  });
});

describe("a value looks random", () => {
  it.each([
    ["of one part, words and digits", "abcdefghijklmn12"],
    ["with five digits together", "abcd-Efgh-IJKL-12345"],
    ["with a version of five digits", "abcd-v12345-abcdefg"],
    ["with three digits behind a word", "ab123-abcdefghijkl"],
    ["with a digit behind one letter", "a1-abcdefghijklmnop"],
    ["with a capital inside a word", "aBcd-efgh-ijkl-1234"],
    ["with digits before letters", "1a-abcdefghijklmnop"],
    ["with a sign that parts no names", "abcdefgh!ijklmnop!12"],
    ["of eight characters twice", "abcdefg1abcdefg1"],
    ["of capitals and digits", "AB3DE6FG1HJ9KL2M"],
  ])("%s", (_, value) => {
    expect(looksRandom(value)).toBe(true);
  });

  it.each([
    ["of words and four digits", "abcd-Efgh-IJKL-1234"],
    ["of words and a version", "abcd-v1234-abcdefgh"],
    ["of words and two digits behind one", "ab12-abcdefghijkl"],
    ...[..."-_./:@+=~"].map((sign) => [`of words between ${sign}`, `abcdefgh${sign}ijklmnop${sign}12`]),
    ["of words between several signs", "--abcdefgh::ijklmnop__12-"],
    ["of words and the shortest version", "abcd-v1-efghijklmn"],
    ["of words and a digit behind one", "ab1-abcdefghijklm"],
    ["of seven characters", "abcdef1abcdef1ab"],
    ["of one character half of the time", "aaaaaaaab1c2d3e4"],
    ["of fifteen", "aB3dE6fG1hJ9kL2"],
    ["without a letter", "1234509876543210"],
    ["without a digit", "aBcDeFgHiJkLmNoP"],
    ["that stands for one", "your-aB3dE6fG1hJ9kL2m"],
  ])("never %s", (_, value) => {
    expect(looksRandom(value)).toBe(false);
  });
});
