;; Dot products of one query with many vectors, exact in whole numbers.
;;
;; `query` points at `stride` int16, `vectors` at `count` rows of `stride` int8, `sums` at room for `count` int32. `stride`
;; is a multiple of 32, rows are filled up with zeros. A sum has room for 16,383 * 127 * 1,024.
(module
  (memory (export "memory") 1)
  (func (export "dots")
    (param $query i32) (param $vectors i32) (param $count i32) (param $stride i32) (param $sums i32)
    (local $at i32) (local $end i32) (local $levels v128) (local $sum v128) (local $other v128)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $other (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $vectors) (local.get $stride)))
        (loop $more
          (local.set $levels (v128.load (local.get $vectors)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $levels)) (v128.load (local.get $at)))))
          (local.set $other (i32x4.add (local.get $other)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $levels)) (v128.load offset=16 (local.get $at)))))
          (local.set $levels (v128.load offset=16 (local.get $vectors)))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $levels)) (v128.load offset=32 (local.get $at)))))
          (local.set $other (i32x4.add (local.get $other)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $levels)) (v128.load offset=48 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 32)))
          (br_if $more (i32.lt_u (local.get $vectors) (local.get $end))))
        (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
        (i32.store (local.get $sums)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
