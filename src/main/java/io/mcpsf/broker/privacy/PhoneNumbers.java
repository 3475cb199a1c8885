package io.mcpsf.broker.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Phone numbers as people write them: with a country code that is assigned, as in North America, or
 * with a leading zero. Digits in a row without either are an order number as often as not.
 */
final class PhoneNumbers implements Recogniser {

    private static final Pattern INTERNATIONAL =
            Pattern.compile("(?<![\\w+])\\+[1-9][0-9]{0,2}(?:[ ./()-]{0,2}[0-9]){6,13}(?![0-9])");

    private static final Pattern AMERICAN =
            Pattern.compile(
                    "(?<![\\w.(+-])(?:1[ .-])?(?:\\([2-9][0-9]{2}\\) ?|[2-9][0-9]{2}[ .-])"
                            + "[2-9][0-9]{2}[ .-][0-9]{4}(?![\\w-])");

    private static final Pattern NATIONAL =
            Pattern.compile(
                    "(?<![\\w.,:+/-])(?<![0-9] )(?:\\(0[1-9][0-9]{0,4}\\)|0[1-9][0-9]{0,4}) ?[ /-]"
                            + " ?(?:[0-9][ -]?){4,9}[0-9](?![\\w.-])");

    /** Countries that are dialled by one, two and three digits. */
    private static final Set<String> CODES =
            Set.of(
                    ("1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56"
                         + " 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 211 212"
                         + " 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233"
                         + " 234 235 236 237 238 239 240 241 242 243 244 245 246 248 249 250 251"
                         + " 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269"
                         + " 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371"
                         + " 372 373 374 375 376 377 378 380 381 382 383 385 386 387 389 420 421"
                         + " 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595"
                         + " 596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683"
                         + " 685 686 687 688 689 690 691 692 850 852 853 855 856 880 886 960 961"
                         + " 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 992 993"
                         + " 994 995 996 998")
                            .split(" +"));

    private static final int FEWEST = 8;
    private static final int FEWEST_NATIONAL = 9;
    private static final int MOST = 15;

    @Override
    public List<Span> find(String hostile) {
        var found = new ArrayList<Span>();
        all(INTERNATIONAL, hostile, PhoneNumbers::assigned, found);
        all(AMERICAN, hostile, _ -> true, found);
        all(NATIONAL, hostile, digits -> digits.length() >= FEWEST_NATIONAL, found);
        return found;
    }

    private static void all(
            Pattern form,
            String hostile,
            java.util.function.Predicate<String> good,
            List<Span> found) {
        Matcher each = form.matcher(hostile);
        while (each.find()) {
            String digits = each.group().replaceAll("[^0-9]", "");
            if (digits.length() >= FEWEST && digits.length() <= MOST && good.test(digits)) {
                found.add(new Span(each.start(), each.end(), PersonalKind.PHONE));
            }
        }
    }

    private static boolean assigned(String digits) {
        return CODES.contains(digits.substring(0, 1))
                || CODES.contains(digits.substring(0, 2))
                || CODES.contains(digits.substring(0, 3));
    }
}
