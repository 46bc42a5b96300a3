/*! Pairs of characters: from OpenCC's dictionaries, Copyright 2010-2024 Carbo Kuo and contributors, Apache License 2.0. */

import { SIGNS } from "../coding/signs.ts";

const FIRST = 0x4e00;
/** Ahead of every simplified character of the table. */
export const FIRST_SIMPLE = 0x4e00;

// Written by `scripts/han-variants.ts`; line ends say nothing. The steps from each common traditional character to the next in
// the order of Unicode, and the place of its simplified form: two hexadecimal digits of the higher part, a sign of the lower.
const STEPS = `
C+~(;)!%v%0E54D%/BD*'&*)9BO%,8)&%-/&(&&++0(40,+&&(%+(%'+/,)(%/)*)4&E+=G39X)A('1&;%&0(&%'(T8(&&%(5&''X&38I&V)5C
TE'0!%l};3%a4%%&(8%+0@4++&%6)%%G6.)(%++-)4'**&.%%*%')=E&)%'&!&Q2)76&':%+)',7(566)/-+))%)%'+*/'G&'=6;&%(ST=YJIg
9%>B*1'%<**,/L1+SX(%&&%-%5%'&%M3+3*&((Yy&+8*&-RX'1H&&%9&&u*,'.'8,(,2)Q:%&(6'&%&%-+C&E&3&(&/0*81)1&-0(!%XCDT%+H
4.D%<'+*+&/&)(,',*&(,*%-.+'((5&(:3(%%&&&&T&(!%b3!%/N'*%5%9&*C>%7C-%C?24/%1,'6*+%,'%&'''%-**0(%%&''%',-))'%*%*&
O%A'.%6;/)qa+8O%3.-=&%&1.00/H+iig!%U9-&I7,,/~-9),U,A&*9/2%'0&*))9%%2'8'-M,*%/%()',4+%&,+3-*0K5&3&5)%+=0.%',&(*
h?,%+/4/E<(O!%31i2Y:,2&/)C&/*60A,K+25,%+D'')+%&E%-**+6'+-/%4*5-(&/4&6''()+)%-(,'&(*')&-,&07+/%=c9xL40('JC1.%-+
''+*%++%&3'/61(,6@-=)+)=^(@A2%->,&'&%&%)!%Ib)H%)%^'.1&/))*V-1a)-)*5'u+O&*2*7,(0*+&%'('&'%.B:.-=&'&%''z51&fB/0+
9zP_5&B1,C/1(%%MN2%<(('2-c'8'3'30%%6%%+&d%(%/.%&'Pv+>D((U();()H(1'&,6%)-7%(,&(iL%--2&&&%%%&&&'(%&&%%%)1&%%%*'(
&%%&.)*''%(&,%%%*,2&&-&&&.%'%%&%'&%&%%,',*%%'%&')%'''&)&1%%*%.&%),''%&%&&(%)&%0&%)(',%%&**'%3'(%&*!%n/(H)&2''A
%1@K!%(,5%&%'%*%+!%K'?*&29<),)F*-8%%.(&-&)'''61%%%u1/*jPq<f00)n)(3'F-8A5=2B(*)GJ3&,b%'A+'6'4%74,)3%0%'%376:*%'
,!%a/u5&4J(=1H''-.,+/(2))<,&gP6%(@.O*'?.(*&''=(('4(&*,''X(.%)&&&&'&%%%'&&(&)'('&(%%)).(%%)'&&%''&%%%&%%%--&)%(
('&(&%&%%%&&*&(''''&'&&&)()%.%(&%'&'%%&&&&%%&*(&+&&&','%1,,)%-%%&'0(%('*'.,%'(&!%p-*&(<E*.%&%%)%%%%%''%%&%%'%%
&%%%%%%&%&+%%-&&%%%%&(&%+*%%%,'&'&('%(!%E(3^SHE.(%:,+%%&(&2-:.%%%)&+(='%&)*%,%%%*%%%%*%'%)()''%'&%((%*/&k+%%'h
E(.2%<%'*%('&&--)%&&)''')%!%08-9*'(8a=&),%)3%(*)+%%(*'%&08('%'%-)5'%%(%%%)(&&(*'%-8'))0&'&(0(+((%)(&/6**,(,0)'
%%*%%(&''%('8%&+*%.+()-(,.&&&,.&&'4))(*%(%&&%&(9*97'(%&'&.1%2'1&))%%%!&l-&%*&'%&%%%(-&%%'%((./&&%%((%%*)%!%A)%
)1'))1(+*1&+'('4/'&%&(%3-:::)&(8.&K;?&''&%+-C(&%%&%&&&(%%%(%()'-'+%%&/*%%%()''+&((%%[+&&'(&,;++%'&'&,%%)&(%&*%
)&%''+1-%*(,%))&t%%'&%13%%'(&&&'/(2&1,'6)++&'&,,&'%('')kD'&&<<+1,'&%-A.&9,>=%&%6-%0)0%94*6,(.'//&%,<%!%8(.%&4'
-'*,'&7(60'%-&*;J)25(28%D%'}('%>2(/%++-6.0'BC:%+.'&&'%'&*):'(,
`;
const HIGHS = `
002f2f010101032e0f2f49020428870403050200022f03030404034903031f2703060306030602040204d1020204020405070504280703
070507050b0909090a000a922e0a0b0b0b0b0b090c0b0c0c0bcc0b0c0b0c0c0c0d0d0d0d920d0d0d0d0d0e570e0f0f340f0f0f10001311
12111233ce1311140011000f13121511121311161215281314151117131616113113112818131211001715161812159717191919191919
193a1a1b1c283b1a1a981c5a0a1a281c1b1a1d1a1b1a1c0f1b1a1a1b1a1a1f1f281f4c0320202020202021222023222123242121212322
2322262423232226262627272726270a272727280028282828292829292929290a292a2a4529022a2a2b292c2c2a292a2a2d2a2e2e2e2e
2e2e2e2e2e2e2f0b2f1010101010102f0f2f2f2f0f311131310b3131315732d103113202321f323234903533cf0a35353568363335334b
33373636353633a12f39533336340b363735332733352f3939363933353336373439393a3b3c3c953a3c0f3a3b3c3cc23c3a3d3c3d403d
3b3e3f3c3b3e3d403c3c3b3a3f3c3c3d3c3e3c0b3c3b3d3c3c3c3f3e3a4140413a413c3c3f3f403c403f3fb51043434355434444010f44
45454546447046450f454546444501039248003b4a484a494930494a4a4b49494b00492f994949484d4b4b00494c4f4a494b484a4b4b4b
484e514b4b4c514c11504a504a514f4a4e514f514a484fcb11535353290f31545454555554481f555555565656565858570a580a0a5857
59590a0a580a585c595b0a5a5a5a0a5a570a585c5d58635b585e5c0f5e5e5c575a5c5b5c5959595f5b5a5d5b595b5c595e5b5a5a5d589d
5a5a5e5f5e5d5e5c59575a6159585f61315f60595e5d5e63000044636464646399646363636464649b635564646664646363630168281e
683b6899686968696a696a696a6a206a6a9a6a690a6b6a6a6c6c6d6d6e9a6c6c6e6c6c6e6d6c6e6f6f6f010155703031711072c2727172
72717371723671737272727474737374107472754975752875750f990319767677769d7677784879797a78797a78797a787979787e7d7d
7c327d7c7d7d857e7d4d7d7d7eb27e7ed67e7f7e7f9a80597f80808080808081818181008282979882828182839d83828383822e848285
828284831186868686198b8b8b8b8b8b8b8b8c8c8c8c8c8c8c8b8c8c8c3a8c8c8c8c8c8c8c8c318c8c8c8c8c8c8c8c8c8c8c8c008c8c8c
8c3d8c8c8d8c8c8c8c8c8c8d8c328c8c8c8c8c8c8c878c8c8c8c8d8d8d8d8d8d8d8c8d8c8d959b8d8d8c8d8d8d8d108d8d8c8d8b8d8d8d
348c8c8d8d8d8c8d8d8c8c8c8c87988d8c8c8d8c8d8d3a8b8dcb1a8d8ddc8e8d8e978e0094018f1acf90911f9090901190919192140593
919192919291919294929292939294939292950f001100090044969696960b9709992f9899970f3064979a009a1197993f9997992e759a
0f9c9c9999979b9d229e999b97999d9699a09e9e97979f98a0099b1fa2a11101a4a3a2a2a2a4a29ba5a4a4a3a2a2a4a4a2a4a3a3a2a348
0f0aa8a8a7a9c30c1fa9aa02a8a9aaa840a8a8ababababac02abacabababacacb1b1b1b1b1b1b1b1b1b13ab1b1b1b1b1b1b1b1b1b1b1b1
58b1b1b1b1b1b1b1b1b112b2b2b1b1b2b1b1b1b1b1b2b2b1b12033b1b2b1b2b2b2b1b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b1
b2b2b2b2b2b213b1b2b2b1b2b2b2b2b2b2b2aeb2b2b2b2b2b1b2b2b2b2b2b213b1b2b1b1b2b2b218b2b1b1b23baeb210b2b1b2b6b25d29
8000966a6a6ab5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b501b5b5b5b5b5b5b5b5b5b5b5b5b5b5b6b627b6b6b6b6b50fb5b6b5b5b6b6b6b6b5
b6b6b6b6b6b6b5b6b6b6b6b6b6bdb7b8b8bdb9b8b7b7b7b8b8b7b8b8b9b9babcbcbc0abcbcbcbcbcbcbcbcbcbcbcbc3dbcbcbcbcbcbcbc
bcbcbcbcbcbcbcbcbc9555bcbcbcbcbcbcbcbc0dbcbcbc0a1932bdbd12bd5cbdbdbdbdbebdbebdbdbdbdbdbebdbdbdbdbdbebebf01bfbf
c0bfbfc09300c1860fc1c1c2a7c2c210cacacacacb3acacacbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcbcb2dcbcbcbcbcbcbcbcbcccccccbcb
cbcbcca7cccbcccccccccbcccbcccccccccccb31cccccccccccccccbcccccccccccca863cccccccbcccccccccccbcccdcdcccdcccbcdcd
cdcdcdcccdcdcccccdcdcccdcdccc7cccbcbcdcdcdcdcbcbcbccc4c4cbcdcbcdcdcccbc50bcdcececece30cececececececfcfcf11cfcf
cfcfcfcf49cecfcfcfcfcfcfce09cfbccfd00fcfcfcfcfcfcfcfd0cfd0d0d0cfd111d1a210d148e67dd1017058d1d1d1d263d294d32d7d
8dd30fd3d4d4d4d4d413d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d620d6d6d6d6d6d6d6d6d6d6d637d685d6d6d645d6d6d7d7110cd7d7d7
d7d7d8d8d8d8d8d8d9d9d9d8d9d9d90ad9d9d90391d9d8d9d915d9d9d9d9d8d9d7d7d9dbdb0adbdbdbdbdbdcdbdcdbdbdcdbdcdcdcdcdc
dcdcdcdc94dcdc9ddcdbdcdcdc36dcdcdbdcdc91dc9203dc104992d6dd43cf13c0dedee1e1e1e1e2e2e1e2e2e2e2e2e2e2e2e2e2e2e2e2
e2e2e2e2e2e2e2e1e2e1e6e60be6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e7e6e79ae7e7e7e6e6e7e7e7e7e60f137a7500e7e847d300e8
e86309d2e80ae9e943eaeaeaea0bea15eaeaeaeaea2feaea
`;
const LOWS = `
FC?<egD)MC(Ce~0b>PEN_E?8ihC3@7fK~|9H=L7j8gBk]n1kT]Ml{41^QZOGTBY/H6&jg,@~slN1m^8n*eak5I:QG@l>R_lP<F,v'<vc{xV?-q
2P:_vZlTK>zBj=CR>^4;7>YbPO8=hs5ep#NY(F}LIIDkq5GvVfrib{sUcvlBeFTsb@]LzT{n|#{iwAzSSkExyKS;~_2=FkE>O1)~*V2+J3UT-X
pY%voqlGTX@t3q6CR52B7758r-v,D%IA2}%m-|Cq#_{207d=rD3+.6LM5dB'T?1b)6=:<BhqnL^t,E;U~T@J,(PvIF@WlC=dO^p#p-32-Jq1i(
l%FK/Mm~So}PI,>L)hn?/*c'#G%ke8EV[md1<DiffrfgBmJ{+hQoN+RCJ?d9PMwj0;K<hgP-I1Lkh^n'/>MeB*kl@*.=y(e.B:]o%I4rn)-Y4x
te~#z{P}u@|wy{13IK@sqdl#ryhwt'+pu>D?VGo~b{|vc9)sgHP}ytxV3%vzz*v+3J/Fv5u%n4,{a174romfuos}y*8n]PXKzRbiriiF^-]aP_
x1upxl22z#{}%+}hIr+QN3&%6T?QPW<.{5)8{/4{'.R*|(90bA#-Nl((w[l_TZ6.o)=+1f<@jbEaM]7_rbw?wF9ZMx(OGKxh8X;I=Lz|B}T3PO
IVsYd-xY7m:];8Z6(QXZ'_zmHj1O]S3)^GRo}kva~}tvnqxpOvK*1~n0|Atlh}SxTI.3iT;gc3(2NF{HOOT0eapWq(JpWM-j(o)UdSGmMQl.3'
ye4D&tefwP/~F{{ETTNS0QAqv5I@1J')aVbN,O'OCsNMnbCtlDr>.m(.r1B<2O8<Us}vyutx~1+5'()0z/%2H>:9=ECD@A<BKU_VTRQJNWASZI
^5Gv,yrpnx*rz+.hwjeo{]d~|7(-3752##';&Ki8AAB9;>S<H-FwE4DKcqJIN?MLM[mP0uSFaCg?GGw%Fwc{*(xG-iom+E=(j%MLVbia>~m7U:
}{u|~[aX+(qwAtASLs3TX+2ydi/.ps_u~9QZMr;)?sK+N1nWYzt^SMLIuY_TAjp.oCk{Snzd2trKvQEWu_c,|2Z5%RPC7TgCjkm=SipqAGCiiK
X]*A|(%.lG%'@)>X*(ktwxy&#}(|{u6>=><JBCAHEFRKTQW[RZYSf_gv]^helambjs#%rt)|~}uz'(vx<@?5{30/w-.12746C@I?LEFHJA9&GU
BO^RQW1N[NX:]X<MTU0P_khjMfgcnplb]v@csqu6ynIxE/=nYDz<d{g|TsvBwTUVYXd_bchZgyine;prmtqsk{zx~}wu&(S.-21[Cj)a^*487f
96><?@|,;ATSkj|6#j%V~}=8'H[X#d)./0E1357<:>DKEFL,MCNVQSUROP6YW[Xa^Y_^4cGd8]=husFQFHMJJb?6-L}{(KsN0zo,7GX(Q<m,xP
5zyJU5jf(~s1Z/~,vuwt#^{~(1.54/?8*TEJ_IQPOiZX]SDWV:(#.ov{u%k-cH8IApD2C<2:i3r^W]k&gTB_RYZQj#w=zq'ulsxh0{049(]9/&
1,=68<7o67*;5|3@l0+ONLRan0vvUR6U)[LUP_pqruv{xzz|}%/.C-'*+2;ByAB>DCFwx=ix)4dcwubLe<te=fv1%8ObJ_Ol9]kJ{~pO.},.j|
OZ0zVWY]gV345789:@B;?=EDJGN8HRFQOUV[XZYD_db<dgfC37+&84:=Csvxz{|'%#~-/*%(42tq7}89YB=EDs)Mt>opYqsrv~%|&{y#z0/.73
9C?F.BIwHt),4('LwM2kosnugAC9dr&M%?=inlz&-~.96:?IEJ=WUca4khjqpr{VuMN5QPWT_ecX^[omsuty|#z&T93<SfEB;HnQAmGc}4i+n@
Et^+gV]ufIQMNKRETSUVemfk
`;

let table: ReadonlyMap<string, string> | undefined;

function readTable(): ReadonlyMap<string, string> {
  const [steps, highs, lows] = [STEPS, HIGHS, LOWS].map((text) => text.replaceAll("\n", ""));
  const pairs = new Map<string, string>();
  let code = FIRST;
  for (const [step] of (steps ?? "").matchAll(/!..|[^!]/g)) {
    const numbers = Array.from(step.replace("!", ""), (sign) => SIGNS.indexOf(sign));
    code += numbers.reduce((sum, number) => sum * SIGNS.length + number, 0);
    const at = pairs.size;
    const high = Number.parseInt(highs?.slice(2 * at, 2 * at + 2) ?? "", 16);
    const simplified = FIRST_SIMPLE + high * SIGNS.length + SIGNS.indexOf(lows?.[at] ?? "");
    pairs.set(String.fromCharCode(code), String.fromCharCode(simplified));
  }
  return pairs;
}

/** The simplified form of a Chinese character that has one of its own, else the character. */
export function simplifiedHan(character: string): string {
  table ??= readTable();
  return table.get(character) ?? character;
}
